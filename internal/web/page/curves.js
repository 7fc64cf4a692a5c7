import {html, runTag} from './dom.js';
import {hasLaterals} from './element.js';
import {finite} from './number.js';
import {plot} from './plot.js';
import {linesOf, quoted, saveMenu} from './save.js';
import {state, watch, zoomed} from './state.js';

// How the circuit as a whole fares: its error, its pruning, and the health of its neural phases.

// curvePanels returns three panels, and one of measures that are followed: {nodes, show}. Beside the curves of the run stand those of another
// one, {name}, if there is one.
export function curvePanels(run, other) {
	const unfinished = 'it is measured when a run is complete';
	const because = (trial) => run.unmeasured || trial.measures.not_known[0].split(':')[0]; // why what belongs to a filter is not known
	const panels = [
		panel('Error', 'of the principal subspace', [{values: 'log', lines: [['E_Pro', 'e_pro', 'main']], levels: () => (finite(run.theory?.e_pro?.noise) ? [{value: run.theory.e_pro.noise, text: run.offline ? 'rounding alone' : 'noise alone, by theory'}] : [])}],
			(trial) => (run.unmeasured || trial.measures?.not_known ? `No error was measured: ${because(trial)}.` : run.done ? 'No error was measured.' : `No error is known: ${unfinished}.`)),
		panel('Pruning', 'of the lateral synapses', [{values: 'linear', zero: true, lines: [[run.ratio, 'lateral_ratio', 'main'], ['fraction pruned', 'pruned', 'second']]}], () => 'No lateral weights were recorded.'),
		panel('Health', 'of the neural phases', [{values: 'log', lines: [[run.isotropic ? 'settling error, isotropic stimuli' : 'settling error', 'settling_error', 'main'], ['spectral radius', 'spectral_radius', 'second']], levels: () => [{value: 1, text: 'the series converges below 1'}]}],
			(trial) => (trial.measures?.not_known ? `Neither settling error nor spectral radius is known: ${because(trial)}.` : run.done ? 'Settling error and spectral radius belong to linear outputs with lateral synapses: neither was measured here.' : `Neither settling error nor spectral radius is known: ${unfinished}.`)),
	];
	panels[1].node.hidden = !hasLaterals(run);
	if (run.follow?.length > 0) {
		panels.push(panel('Measures', 'that are followed', run.follow.map((name) => ({values: 'linear', lines: [[name.replaceAll('_', ' '), name, 'main']]})), () => `None of these is known: ${unfinished}.`));
	}
	function panel(title, detail, specs, missing) {
		const drawn = specs.map((spec) => ({...spec, plot: plot({label: `${title} ${detail}`, height: () => document.body.classList.contains('talk') ? Math.max(240, innerHeight - 330) : 150, values: spec.values, zero: spec.zero, decades: run.offline ? 32 : 8, goes: !run.growing})}));
		const empty = html('p', {class: 'empty'});
		const node = html('section', {class: `panel curve-panel of-${title.toLowerCase()}`}, html('header', {}, html('h2', {}, title, ' ', html('small', {}, detail), runTag(run)), saveMenu(`${title} ${detail}`, () => linesOf(drawn.map((d) => d.plot)), run.path && (() => [`plot ${quoted(run.path)} ${title === 'Pruning' ? 'pruning' : 'error'} --trial ${state.trial}`, title === 'Pruning' ? `inspect ${quoted(run.path)} --json --trial ${state.trial}` : `export ${quoted(run.path)} curve --trial ${state.trial}`]))), drawn.map((d) => d.plot.node), empty);
		return {node, drawn, empty, missing, always: title === 'Pruning'};
	}
	let trial = null, beside = null;
	const draw = () => {
		if (!trial) return;
		const curve = curveOf(trial), marks = trial.marks ?? [];
		for (const {node, drawn, empty, missing, always} of panels) {
			let any = false;
			for (const {plot, lines, levels} of drawn) {
				const found = lines.flatMap(([name, key, style]) => [known(curve, name, key, style), beside && known(curveOf(beside), `${name} in ${other.name}`, key, `${style} beside`)])
					.filter((l) => l?.step.length > 0);
				plot.node.hidden = found.length === 0;
				if (found.length === 0) continue;
				any = true;
				plot.show({time: state.time, range: zoomed() ?? [trial.first, Math.max(trial.last, trial.curve?.at(-1)?.step ?? 0)], marks, lines: found, levels: levels?.(), dated: true});
			}
			empty.hidden = any;
			if (!always) node.hidden = !any && trial.tables?.length > 0; // which say more
			empty.textContent = run.live ? 'Nothing of this is known yet.' : missing(trial);
		}
	};
	watch('time zoom', draw);
	return {nodes: panels.map((p) => p.node), show(next, nextBeside) { [trial, beside] = [next, nextBeside]; draw(); }};
}

// curveOf returns the moments of a trial's curve and of the measures that are followed.
function curveOf(trial) {
	return [...trial.curve ?? [], ...(trial.followed ?? []).flatMap((f) => (f.steps ?? []).map((step, i) => ({step, [f.name]: f.values?.[i]})))];
}

// known returns a line through the moments at which a measure is known: each is taken at moments of its own.
function known(curve, name, key, style) {
	const there = curve.filter((c) => finite(c[key]));
	return {name, style, step: there.map((c) => c.step), values: there.map((c) => c[key])};
}
