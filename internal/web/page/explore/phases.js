import {formula, html} from '../dom.js';
import {equationsOf, remarksOf} from '../phases.js';

// The phases of a step, and which of them was the last.

// phaseStrip returns the phases of a circuit: {node, show}.
export function phaseStrip(schedule) {
	const stages = schedule.map(({name, equation, nonlocal, reach, rules}, k) => {
		return html('li', {class: 'stage'}, html('span', {class: 'turn'}, String(k + 1)), html('b', {}, name), equationsOf({equation, rules}).map((line) => html('span', {class: 'equation'}, formula(line))), remarksOf({nonlocal, reach}));
	});
	const node = html('section', {class: 'panel phase-strip', 'aria-label': 'phases of a step'}, html('ol', {class: 'stages'}, stages));
	let shown = null;
	return {
		node,
		// show marks the last of the phases that are done, none if there are none.
		show(done) {
			if (done === shown) return;
			shown = done;
			stages.forEach((stage, k) => {
				const now = k === done - 1;
				stage.classList.toggle('now', now);
				if (now) stage.setAttribute('aria-current', 'step');
				else stage.removeAttribute('aria-current');
			});
		},
	};
}
