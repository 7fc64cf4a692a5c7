import {html} from './dom.js';
import {count} from './number.js';
import {pace} from './pace.js';
import {timeAxis} from './scale.js';
import {set, state, watch} from './state.js';

// The time that is looked at: a slider over all steps, logarithmic or linear, and playing.

// Positions of the slider; milliseconds that playing takes; and the most that one picture counts for,
// so that a browser that was busy does not jump.
const fine = 10000, wholeRun = 14000, longFrame = 100;

// scrubber returns the bar of time: {node, span, marks, toggle, nudge}.
export function scrubber() {
	let first = 0, last = 1, playing = null;
	const slider = html('input', {type: 'range', min: 0, max: fine, step: 1, id: 'time', 'aria-label': 'step'});
	const ticks = html('div', {class: 'ticks', 'aria-hidden': 'true'});
	const play = html('button', {class: 'play', type: 'button', onclick: () => toggle()});
	const number = html('input', {type: 'number', id: 'step', inputmode: 'numeric', min: 0, 'aria-label': 'step number'});
	const of = html('span', {class: 'of'});
	const kinds = ['log', 'linear'].map((kind) => html('button', {type: 'button', onclick: () => set({time: kind}), 'aria-pressed': 'false', 'data-kind': kind}, kind));
	const node = html('div', {class: 'scrubber', role: 'region', 'aria-label': 'time'}, play, html('div', {class: 'rail'}, ticks, slider),
		html('label', {class: 'step'}, html('span', {}, 'step'), number, of), html('div', {class: 'toggle', role: 'group', 'aria-label': 'axis of time'}, kinds));

	const axis = () => timeAxis(state.time, [first, last], [0, fine]);
	const at = (position) => Math.max(first, Math.min(last, Math.round(axis().from(position))));
	slider.addEventListener('input', () => { stop(); set({step: at(Number(slider.value))}); });
	number.addEventListener('change', () => { stop(); set({step: Math.max(first, Math.min(last, Math.round(Number(number.value) || 0)))}); });

	const show = () => {
		if (state.step === null) return;
		slider.value = String(Math.round(axis().to(state.step)));
		slider.setAttribute('aria-valuetext', `step ${state.step} of ${last}`);
		number.value = String(state.step);
		slider.style.setProperty('--done', `${(axis().to(state.step) / fine) * 100}%`);
	};
	let marked = [];
	const rule = () => {
		for (const b of kinds) b.setAttribute('aria-pressed', String(b.dataset.kind === state.time));
		const a = axis(), percent = (step) => `${(a.to(step) / fine) * 100}%`;
		const width = Math.max(200, node.clientWidth - 330);
		const notches = timeAxis(state.time, [first, last], [0, width]).ticks;
		ticks.replaceChildren(...notches.map(({value, text}) => {
			const tick = html('span', {class: 'tick'}, text);
			tick.style.left = percent(value);
			return tick;
		}), ...marked.map(({step, text}) => {
			const mark = html('span', {class: 'mark', title: `step ${count(step)}: ${text}`});
			mark.style.left = percent(step);
			return mark;
		}));
		show();
	};
	const label = () => {
		play.textContent = playing ? '❚❚' : '▶';
		play.setAttribute('aria-label', playing ? 'pause' : 'play');
		play.title = playing ? 'pause (space)' : 'play (space)';
	};
	const stop = () => {
		if (playing) cancelAnimationFrame(playing);
		playing = null;
		label();
	};
	let curve = [];
	const toggle = () => {
		if (playing) return stop();
		const {timeOf, positionOf} = pace(curve.map((p) => ({...p, position: axis().to(p.step) / fine})));
		let played = timeOf(axis().to(state.step ?? first) / fine), before = performance.now();
		if (played >= 1 - 1e-3) played = 0;
		const frame = (now) => {
			played = Math.min(1, played + Math.max(0, Math.min(now - before, longFrame)) / wholeRun);
			before = now;
			set({step: at(positionOf(played) * fine)});
			playing = played < 1 ? requestAnimationFrame(frame) : null;
			label();
		};
		playing = requestAnimationFrame(frame);
		label();
	};
	watch('step', show);
	watch('time', rule);
	new ResizeObserver(rule).observe(node);
	label();
	return {
		node, toggle, stop,
		span(a, b) {
			[first, last] = [a, Math.max(b, a + 1)];
			of.textContent = `of ${count(b)}`;
			number.max = String(b);
			rule();
		},
		marks(list) { marked = list; rule(); },
		// pace says how the run went: playing spends its time where that moves.
		pace(next) { curve = next; },
		// nudge moves by so many hundredths of the slider, or with whole by so many steps.
		nudge(by, whole) {
			stop();
			const step = whole ? (state.step ?? first) + by : at(axis().to(state.step ?? first) + (by * fine) / 100);
			const moved = step === state.step ? state.step + Math.sign(by) : step;
			set({step: Math.max(first, Math.min(last, moved))});
		},
		go(step) { stop(); set({step: Math.max(first, Math.min(last, step))}); },
		first: () => first,
		last: () => last,
	};
}
