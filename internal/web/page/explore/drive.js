import {html} from '../dom.js';
import {count} from '../number.js';
import {set, state} from '../state.js';

// The bar that drives the simulator: run, pause, one step, one phase, from the start; and how fast it runs.

// speeds are in phases a second, or in steps a second, from the slowest.
const speeds = [...[1, 2, 5, 10, 20].map((phases) => ({phases})), ...[10, 30, 100, 300, 1000, 3000, 10000].map((steps) => ({steps})), {steps: Infinity}];
const usual = 8;

// A circuit of the tour begins slowly, so that its first steps are seen, and is faster by one after each moment, until it is touring.
export const slowly = 6;
export const touring = 10;
export const moment = 1500; // milliseconds

// driveBar returns the bar: {node, show, toggle, speed}. on has toggle, step, phase and restart.
export function driveBar(on) {
	const button = (sign, label, act, kind) => html('button', {type: 'button', class: kind, onclick: act, 'aria-label': label.replace(/ \(.+\)$/, ''), title: label}, sign);
	const play = button('▶', 'run (space)', on.toggle, 'play'), step = html('b', {id: 'step'}), pace = html('span', {class: 'pace'});
	const slider = html('input', {type: 'range', min: 0, max: speeds.length - 1, step: 1, id: 'speed', 'aria-label': 'speed'}), text = html('output', {for: 'speed'});
	slider.addEventListener('input', () => { set({speed: Number(slider.value)}); label(); on.speed(); });
	const chosen = () => speeds[state.speed] ?? speeds[usual];
	const label = () => {
		const {phases, steps} = chosen();
		text.textContent = steps === Infinity ? 'as fast as it goes' : steps ? `${count(steps)} steps/s` : phases === 1 ? '1 phase/s' : `${phases} phases/s`;
		slider.value = String(speeds.indexOf(chosen()));
		slider.setAttribute('aria-valuetext', text.textContent.replace('/s', ' a second'));
	};
	const node = html('div', {class: 'scrubber drive', role: 'region', 'aria-label': 'running'}, play,
		html('div', {class: 'toggle', role: 'group', 'aria-label': 'by hand'}, button('phase', 'one phase (p)', on.phase), button('step', 'one step (s)', on.step), button('↺', 'from the start (r)', on.restart)),
		html('label', {class: 'speed'}, slider, text), html('span', {class: 'step'}, 'step ', step, pace));
	return {
		node,
		// speed returns how fast it is to run, in phases a second, of a circuit with that number of phases in a step.
		speed: (phases) => { const s = chosen(); return s.phases ?? s.steps * phases; },
		label,
		show({paused, speed}, frame) {
			step.textContent = count(frame.step);
			const sign = paused ? '▶' : '❚❚';
			if (play.textContent !== sign) {
				play.textContent = sign;
				play.setAttribute('aria-label', paused ? 'run' : 'pause');
				play.title = paused ? 'run (space)' : 'pause (space)';
			}
			pace.textContent = !paused && speed > 0 ? `${count(Number(speed.toPrecision(2)))} steps/s` : '';
		},
	};
}
