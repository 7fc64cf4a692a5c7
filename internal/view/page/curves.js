import {html} from './dom.js';
import {finite} from './number.js';
import {plot} from './plot.js';
import {set, state, watch} from './state.js';

// How the circuit as a whole fares: its error, its pruning, and the health of its neural phases.

// curvePanels returns three panels: {nodes, show}.
export function curvePanels(run) {
	const onTime = (step) => set({step: Math.round(step)});
	const panels = [
		panel('Error', 'of the principal subspace', [{values: 'log', lines: [['E_Pro', 'e_pro', 'main']], levels: () => (finite(run.theory?.e_pro?.noise) ? [{value: run.theory.e_pro.noise, text: 'noise alone, by theory'}] : [])}],
			'No error was measured: there was no reference to measure against.'),
		panel('Pruning', 'of the lateral synapses', [{values: 'linear', zero: true, lines: [['‖Mₒ‖/‖M‖', 'lateral_ratio', 'main'], ['fraction pruned', 'pruned', 'second']]}],
			run.outputs === 1 ? 'A circuit of one output has no lateral weights.' : 'No lateral weights were recorded.'),
		panel('Health', 'of the neural phases', [{values: 'log', lines: [['settling error', 'settling_error', 'main'], ['spectral radius', 'spectral_radius', 'second']], levels: () => [{value: 1, text: 'from here the series diverges'}]}],
			'Neither settling error nor spectral radius is known over time: twophase run --record weights@log.'),
	];
	function panel(title, detail, specs, missing) {
		const drawn = specs.map((spec) => ({...spec, plot: plot({label: `${title} ${detail}`, height: 170, values: spec.values, zero: spec.zero, decades: 8, onTime})}));
		const empty = html('p', {class: 'empty'}, missing);
		const node = html('section', {class: 'panel curve-panel'}, html('header', {}, html('h2', {}, title, ' ', html('small', {}, detail))), drawn.map((d) => d.plot.node), empty);
		return {node, drawn, empty};
	}
	let trial = null;
	const draw = () => {
		if (!trial) return;
		const curve = trial.curve ?? [];
		const marks = (trial.events ?? []).map(({step, edit}) => ({step, text: edit}));
		for (const {drawn, empty} of panels) {
			let any = false;
			for (const {plot, lines, levels} of drawn) {
				const found = lines.map(([name, key, style]) => known(curve, name, key, style)).filter((l) => l.step.length > 0);
				plot.node.hidden = found.length === 0;
				if (found.length === 0) continue;
				any = true;
				plot.show({time: state.time, range: [trial.first, Math.max(trial.last, curve.at(-1)?.step ?? 0)], marks, lines: found, levels: levels?.()});
				plot.cursor(state.step);
			}
			empty.hidden = any;
		}
	};
	watch('time', draw);
	watch('step', () => panels.forEach(({drawn}) => drawn.forEach((d) => d.plot.cursor(state.step))));
	return {nodes: panels.map((p) => p.node), show(next) { trial = next; draw(); }};
}

// known returns a line through the moments at which a measure is known: each is taken at moments of its own.
function known(curve, name, key, style) {
	const there = curve.filter((c) => finite(c[key]));
	return {name, style, step: there.map((c) => c.step), values: there.map((c) => c[key])};
}
