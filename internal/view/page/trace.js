import {debounce, html, latest, runTag} from './dom.js';
import {hasParts, nameOf, partOf, neighbour, parseElement, symbolOf, valueOf} from './element.js';
import {change, meaning} from './meaning.js';
import {count, exact, finite} from './number.js';
import {neuronView} from './neuron.js';
import {parts} from './parts.js';
import {newest, plot} from './plot.js';
import {linesOf, quoted, saveMenu} from './save.js';
import {set, state, watch, zoomed} from './state.js';

// The selected element: what it is at this step, what that means, and how it got there.

// tracePanel returns the panel of the selected element: {node, show, span, refresh}. Beside its trace
// stands that of another run, {name, source}, if there is one.
export function tracePanel(source, run, other) {
	const symbol = html('span', {class: 'big'});
	const name = html('input', {type: 'text', id: 'element', 'aria-label': 'element: feedforward[post,pre], lateral[post,pre], scale[post] or outputs[post]', spellcheck: 'false', autocomplete: 'off'});
	const wrong = html('p', {class: 'wrong', role: 'alert'});
	const value = html('data', {class: 'value', id: 'value'});
	const words = html('p', {class: 'meaning', id: 'meaning'});
	const empty = html('p', {class: 'empty'});
	const total = html('span', {class: 'total'});
	const go = (element) => set({element: nameOf(element)});
	const move = (rows, columns) => () => go(neighbour(parseElement(state.element, run), rows, columns, run));
	const button = (text, label, act) => html('button', {type: 'button', 'aria-label': label, title: label, onclick: act}, text);
	const zoom = html('div', {class: 'zoom', role: 'group', 'aria-label': 'zoom of the traces'},
		button('−', 'zoom out (−)', () => magnify(2)), button('+', 'zoom in (+)', () => magnify(0.5)), button('whole run', 'whole run (0)', () => set({zoom: null})));
	const plots = {
		weight: plot({label: 'weight', height: 210}),
		parts: plot({label: 'parts of each change', height: 120, zero: true}),
		rounding: plot({label: 'rounding of each change', height: 84, zero: true}),
		activity: plot({label: 'activity at both ends', height: 120, zero: true}),
	};
	const noParts = html('p', {class: 'hint'}), neuron = neuronView(source, run);
	const node = html('section', {class: 'panel selected', 'aria-labelledby': 'selected'},
		html('header', {}, html('h2', {id: 'selected'}, 'Selected', runTag(run)), zoom, saveMenu('selected element', () => linesOf(Object.values(plots)), () => `inspect ${quoted(run.path)} --synapse ${quoted(state.element)} --trial ${state.trial}`)),
		html('div', {class: 'identity'}, symbol, html('div', {class: 'naming'}, name, html('span', {class: 'moves'}, button('←', 'previous presynaptic neuron', move(0, -1)), button('→', 'next presynaptic neuron', move(0, 1)), button('↑', 'previous postsynaptic neuron', move(-1, 0)), button('↓', 'next postsynaptic neuron', move(1, 0)))), value),
		wrong, words, neuron.node, empty, Object.values(plots).map((p) => p.node), noParts, total);

	let ends = [0, 1], series = null, twin = null, record = null, snapshot = null, trial = null, failed = null;
	const range = () => zoomed() ?? ends;
	const chosen = () => {
		try {
			return parseElement(state.element, run);
		} catch {
			return null;
		}
	};
	const magnify = (factor) => {
		const [a, b] = range(), middle = Math.max(a, Math.min(b, state.step ?? a)), half = Math.max(2, ((b - a) * factor) / 2);
		const next = [Math.max(ends[0], Math.round(middle - half)), Math.min(ends[1], Math.round(middle + half))];
		set({zoom: next[0] <= ends[0] && next[1] >= ends[1] ? null : next.join('-')});
	};
	name.addEventListener('change', () => {
		try {
			go(parseElement(name.value, run));
			wrong.textContent = '';
		} catch (error) {
			wrong.textContent = error.message;
		}
	});

	const fetchTraces = latest(async () => {
		const element = state.element, [from, to] = range(), points = 2 * Math.max(300, plots.weight.width());
		const ask = {trial: state.trial, element, from, to, points, time: state.time};
		try {
			[series, twin] = await Promise.all([source.series(ask), other?.source.series(ask).catch(() => null)]);
			failed = null;
		} catch (error) {
			[series, twin, failed] = [null, null, error.message];
		}
		if (element !== state.element) return;
		record = null;
		draw();
		fetchRecord();
	});
	const draw = () => {
		const element = chosen();
		symbol.textContent = element ? symbolOf(element) : '';
		if (document.activeElement !== name) name.value = state.element ?? '';
		empty.textContent = failed ?? '';
		for (const p of Object.values(plots)) {
			p.node.hidden = true;
			p.node.classList.remove('stale');
		}
		noParts.textContent = '';
		total.textContent = '';
		if (series && element) drawPlots(element);
		explain();
	};
	// fetchRecord finds the record at the cursor, which may be one of those that are not drawn.
	const fetchRecord = debounce(async () => {
		const {trial, element, step} = state;
		if (source.sealed || !series || series.step.length >= series.total || step === null) return;
		const apart = Math.ceil((range()[1] - range()[0]) / series.total);
		const found = await source.series({trial, element, from: Math.max(ends[0], step - 2 * apart), to: step, points: 16, time: 'linear'}).catch(() => null);
		if (!found?.step.length || element !== state.element || step !== state.step || !series) return;
		record = found;
		drawPlots(chosen());
		explain();
	}, 150);
	const drawPlots = (element) => {
		const base = {time: state.time, range: range(), marks: trial?.marks ?? []};
		const last = record?.step.length - 1;
		const line = (name, column, style, of = series) => ({name, style, step: of.step, values: of[column],
			now: record?.[column] && of === series ? {step: record.step[last], value: record[column][last]} : null});
		const show = (which, title, lines, levels) => {
			plots[which].node.hidden = lines.length === 0;
			if (lines.length) plots[which].show({...base, title, lines, levels, dated: true});
		};
		const kind = {scales: 'scale', activities: 'activity'}[partOf(run, element.kind)?.class] ?? {scale: 'scale', outputs: 'activity'}[element.kind] ?? 'weight';
		show('weight', '', [line(run.name ? `${kind} in ${run.name}` : kind, 'weight', 'main'), twin && line(`in ${other.name}`, 'weight', 'twin', twin)].filter(Boolean), levels(element));
		const has = series.hebbian?.some(finite);
		show('parts', 'each change', has ? parts.filter(([part]) => series[part]?.some(finite)).map(([part, name]) => line(name, part, part)) : []);
		show('rounding', 'each change', has && series.rounding?.some((v) => finite(v) && v !== 0) ? [line('rounding', 'rounding', 'rounding')] : []);
		const ends = [series.pre?.some(finite) && line('pre', 'pre', 'pre'), series.post?.some(finite) && line('post', 'post', 'post')].filter(Boolean);
		show('activity', 'activity', ends);
		if (!has && kind !== 'activity') noParts.textContent = why(element);
		total.textContent = series.step.length < series.total ? `${count(series.total)} records, drawn as ${count(series.step.length)} that keep the extremes of each curve` : `${count(series.total)} records`;
	};
	// why says why no parts are drawn.
	const why = ({kind}) => {
		const what = 'Why it moved (Hebbian part, decay, activity at both ends)';
		if (!hasParts(run, kind)) return `${what} is recorded by twophase run --parts all.`;
		return run.live ? `${what} is recorded, and shown when the run is over.` : `${what} was not recorded of this element in these steps.`;
	};
	const levels = (element) => {
		const fixed = element.kind === 'scale' ? run.theory?.scales?.[element.post] : null;
		const threshold = element.kind === 'lateral' ? observatory(element)?.threshold : null;
		return [finite(fixed) && {value: fixed, text: 'fixed point'}, ...(threshold > 0 ? [{value: threshold, text: 'pruned below'}, {value: -threshold, text: ''}] : [])].filter(Boolean);
	};
	const observatory = (element) => trial?.pruning?.synapses?.find((s) => s.post === element.post && s.pre === element.pre);
	const explain = () => {
		const element = chosen();
		if (!element) return;
		const now = valueOf(element, snapshot, run);
		neuron.show(element.kind === 'outputs' && !run.graph ? element.post : null, snapshot);
		value.textContent = exact(now);
		value.value = finite(now) ? String(now) : '';
		const sentences = meaning(element, snapshot, run, element.kind === 'lateral' ? observatory(element) : null, run.theory);
		const from = record?.step.at(-1) <= state.step ? record : series;
		const last = from && change(from, lastChange(from, state.step));
		words.textContent = [...sentences, last].filter(Boolean).join(' ');
	};
	// lastChange returns the place of the last record at or before a step whose parts are known, or −1.
	const lastChange = (of, step) => {
		let i = newest(of.step, step);
		while (i >= 0 && !finite(of.hebbian?.[i])) i--;
		return i;
	};
	const soon = debounce(fetchTraces, 60);
	watch('zoom', soon);
	watch('element time trial', fetchTraces);
	watch('element', () => {
		wrong.textContent = '';
		[series, twin, record] = [null, null, null];
		for (const p of Object.values(plots)) p.node.classList.add('stale');
		symbol.textContent = chosen() ? symbolOf(chosen()) : '';
		name.value = state.element ?? '';
		explain();
	});
	watch('step', () => fetchRecord());
	return {
		node, magnify, refresh: fetchTraces,
		focusName() { name.focus(); name.select(); },
		// show says what the snapshot at this step holds.
		show(next) { snapshot = next; explain(); },
		span(next) {
			[ends, trial] = [[next.first, next.last], next];
			fetchTraces();
		},
		// learn takes what has since been found of the trial.
		learn(next) { trial = next; draw(); },
	};
}
