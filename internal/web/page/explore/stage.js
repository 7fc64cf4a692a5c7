import {drawCircuit} from '../circuit.js';
import {curvePanels} from '../curves.js';
import {html} from '../dom.js';
import {isAmong, nameOf, parseElement, partOf, symbolOf, valueOf} from '../element.js';
import {circuitKeys} from '../keys.js';
import {finite} from '../number.js';
import {overlayOf} from '../overlay.js';
import {plot} from '../plot.js';
import {saveMenu} from '../save.js';
import {keysOf, rangesOf, rowsOf} from '../shown.js';
import {state, zoomed} from '../state.js';
import {heldBy} from './experiment.js';

// What is seen of circuits while they learn: one, or two that learn from the same stimuli.

const mostLines = 16; // lateral synapses that have a line of their own
const mostGhosts = 400; // lateral synapses whose peaks are drawn

// circuitPanel returns the drawing of a circuit that learns: {node, circuit, show, begin, hold, value}. pick hears of what is clicked; the
// first circuit is the one that a reader is led to.
export function circuitPanel(run, title, pick, first) {
	const circuit = drawCircuit(run, (element, event) => pick(nameOf(element), event), {inputs: true});
	const legend = html('div', {class: 'scales'}), {limits, widen, begin} = rangesOf(), peaks = new Map();
	let snapshot = null, moments = [];
	const node = html('section', {class: 'panel drawing'}, html('header', {}, html('h2', {id: first ? 'circuit' : null}, title), legend, saveMenu(title, () => rowsOf(snapshot, run))), circuit.node);
	circuitKeys(circuit.node, run);
	// overlay returns what the axons carry, of a frame between two phases.
	const overlay = (frame) => {
		const k = frame.done;
		if (k === 0 || !frame.x) {
			moments = [];
			return null;
		}
		moments = Array.from({length: k}, (_, i) => (i < k - 1 && moments[i]) || {signals: frame.signals});
		return overlayOf({x: frame.x, phases: moments, change: null}, k, run, 'total');
	};
	const within = (kind) => { const p = partOf(run, kind); return p && isAmong(p) && p.rows * p.columns <= mostGhosts; };
	let said = '';
	return {
		node, circuit,
		// show draws a frame. With keys, what explains the colours is drawn too.
		show(frame, keys) {
			snapshot = snapshotOf(frame);
			widen(snapshot);
			const over = overlay(frame);
			circuit.node.classList.toggle('staged', Boolean(over));
			circuit.show({snapshot, limits, overlay: over});
			if (keys && said !== (said = JSON.stringify([limits, over && over.limit]))) legend.replaceChildren(...keysOf({run, circuit, limits, overlay: over, whole: true}));
			if (!keys) return;
			for (const {kind, columns, values} of snapshot.parts) {
				if (!within(kind)) continue;
				values.forEach((v, i) => {
					const name = nameOf({kind, post: Math.floor(i / columns), pre: i % columns});
					peaks.set(name, Math.max(peaks.get(name) ?? 0, Math.abs(v)));
				});
			}
			circuit.ghosts?.([...peaks].map(([synapse, peak]) => ({synapse, peak})));
		},
		// begin forgets what was seen of an earlier circuit of the same shape.
		begin() {
			begin();
			peaks.clear();
		},
		hold(acts) { circuit.hold?.(heldBy(acts, run)); },
		value: () => snapshot,
	};
}

// runOf returns a described circuit as the drawings take a run.
export function runOf({n, k, phases, graph, ratio, unmeasured}) {
	return {inputs: n, outputs: k, growing: true, schedule: phases, recorded: [], name: '', ratio, graph, unmeasured};
}

// snapshotOf returns a frame as the drawings take it.
export function snapshotOf({step, parts}) {
	return {step: step + 1, parts}; // what was done after a step is seen in the next
}

// curvesOf returns the panels of the curves: {nodes, show}. show takes a frame, with its curve, of one circuit or of two.
export function curvesOf(run, twin) {
	const {nodes, show} = curvePanels(run, twin ? {name: 'the twin'} : null);
	const laterals = plot({label: 'lateral synapses', values: 'linear', zero: true, goes: false});
	const panel = html('section', {class: 'panel curve-panel lateral-curves'}, html('header', {}, html('h2', {}, 'Lateral weights ', html('small', {}, twin ? 'dotted: the twin' : 'each on its own'))), laterals.node);
	// until returns how many points of a curve lie before a frame, which is its last point: so it ends with the numbers that are shown.
	const until = ({curve, step}) => { const n = curve.steps.findIndex((s) => s >= step); return n < 0 ? curve.steps.length : n; };
	const points = (frame) => [...frame.curve.steps.slice(0, until(frame)).map((step, i) => ({step, e_pro: frame.curve.error[i], lateral_ratio: frame.curve.ratio[i]})), {step: frame.step, e_pro: frame.error, lateral_ratio: frame.ratio}];
	// lines returns a line for each pair of outputs, and for both synapses of a pair where they differ. Those of a twin have no name.
	const lines = (frame, beside) => frame.curve.lateral.map(({name, values}) => {
		const element = parseElement(name, run);
		return {element, values: [...values.slice(0, until(frame)), valueOf(element, snapshotOf(frame))]};
	}).filter(({element, values}, _, all) => {
		const back = all.find(({element: e}) => e.post === element.pre && e.pre === element.post);
		return !back || element.pre < element.post || back.values.at(-1) !== values.at(-1);
	}).slice(0, mostLines).map(({element, values}, i) => ({name: beside ? '' : symbolOf(element), step: points(frame).map(({step}) => step), values, style: `run-${i % 8}${beside ? ' beside' : ''}`}));
	return {
		nodes: [nodes[0], nodes[1], panel],
		show(own, other, marks) {
			const trial = {first: 0, last: Math.max(1, own.step), curve: points(own), marks};
			show(trial, other && {curve: points(other)});
			const all = [...lines(own, false), ...(other ? lines(other, true) : [])].filter((l) => l.values.some(finite));
			panel.hidden = all.length === 0;
			if (all.length > 0) laterals.show({time: state.time, range: zoomed() ?? [0, trial.last], lines: all, marks});
		},
	};
}
