import {change, parts} from './change.js';
import {changeColumns} from './data.js';
import {debounce, html, latest, runTag} from './dom.js';
import {elementsOf, hasParts, isFixed, isWired, lifeOf, nameOf, partOf, neighbour, parseElement, symbolOf, valueOf} from './element.js';
import {fixedPoint, meaning} from './meaning.js';
import {dated, stepOf, withNumber} from './moment.js';
import {count, exact, finite} from './number.js';
import {neuronView} from './neuron.js';
import {pin, pinList, pinned} from './pins.js';
import {newest, plot} from './plot.js';
import {linesOf, quoted, saveMenu} from './save.js';
import {set, state, watch, zoomed} from './state.js';

// The selected element: what it is at this step, what that means, and how it got there.

// tracePanel returns the panel of the selected element: {node, show, span, refresh}. Beside its trace
// stands that of another run, {name, source}, if there is one.
export function tracePanel(source, run, other) {
	const symbol = html('span', {class: 'big'});
	const name = html('input', {type: 'text', id: 'element', 'aria-label': `element: ${elementsOf(run)}`, spellcheck: 'false', autocomplete: 'off'});
	const wrong = html('p', {class: 'wrong', role: 'alert'});
	const value = html('data', {class: 'value', id: 'value'}), date = html('small', {class: 'hint', id: 'value-date'});
	const words = html('p', {class: 'meaning', id: 'meaning'});
	const empty = html('p', {class: 'empty'});
	const total = html('span', {class: 'total'});
	const go = (element) => set({element: nameOf(element)});
	const move = (rows, columns) => () => go(neighbour(parseElement(state.element, run), rows, columns, run));
	const button = (text, label, act) => html('button', {type: 'button', 'aria-label': label, title: label, onclick: act}, text);
	const pinOrUnpin = (element = state.element) => {
		try {
			pin(run, element);
			wrong.textContent = '';
		} catch (error) {
			wrong.textContent = error.message;
		}
	};
	const pinButton = html('button', {type: 'button', id: 'pin', title: 'its trace stays in the plot (a)', 'aria-pressed': 'false', onclick: () => pinOrUnpin()}, 'pin');
	const zoom = html('div', {class: 'zoom', role: 'group', 'aria-label': 'zoom of the traces'},
		button('−', 'zoom out (−)', () => magnify(2)), button('+', 'zoom in (+)', () => magnify(0.5)), button('whole run', 'whole run (0)', () => set({zoom: null})));
	const plots = {
		weight: plot({label: 'weight', height: 210}),
		parts: plot({label: 'parts of each change', height: 120, zero: true}),
		rounding: plot({label: 'rounding of each change', height: 84, zero: true}),
		activity: plot({label: 'activity at both ends', height: 120, zero: true}),
	};
	const noParts = html('p', {class: 'hint'}), neuron = neuronView(source, run);
	const commands = () => {
		const names = drawn().map(({element}) => element), given = (before) => names.map((name) => before + quoted(name)).join('');
		return [names.length === 1 && `inspect ${quoted(run.path)}${given(' --synapse ')} --trial ${state.trial}`, `plot ${quoted(run.path)} traces${given(' --synapse ')} --trial ${state.trial}`, `export ${quoted(run.path)}${given(' ')} --parts --trial ${state.trial}`].filter(Boolean);
	};
	const node = html('section', {class: 'panel selected', 'aria-labelledby': 'selected'},
		html('header', {}, html('h2', {id: 'selected'}, 'Selected', runTag(run)), zoom, saveMenu('selected element', () => linesOf(Object.values(plots)), commands)),
		html('div', {class: 'identity'}, symbol, html('div', {class: 'naming'}, name, html('span', {class: 'moves'}, button('←', 'previous presynaptic neuron', move(0, -1)), button('→', 'next presynaptic neuron', move(0, 1)), button('↑', 'previous postsynaptic neuron', move(-1, 0)), button('↓', 'next postsynaptic neuron', move(1, 0)), pinButton)), value, date),
		wrong, words, neuron.node, empty, pinList(run), Object.values(plots).map((p) => p.node), noParts, total);

	let ends = [0, 1], lines = [], snapshot = null, events = [], trial = null, failed = null; // lines are traces, of which the first is of the selected element
	let changes = {key: '', stop: new AbortController()}; // why an element changed: {element, trial, series: {parts, rest}, found: those of them that are of what was asked for, wrong, pending}
	const room = {parts: true, rounding: true, activity: true}; // which plots of changes there were, and will be until more is known
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

	// drawn returns the elements of the run whose traces are drawn: the selected one, and then those that are pinned.
	const drawn = () => {
		const all = pinned(run), own = all.find(({name}) => name === state.element);
		return [{element: state.element, style: own?.style ?? 'main'}, ...all.filter((p) => p !== own).map(({name, style}) => ({element: name, style}))];
	};
	const fetchTraces = latest(async () => {
		const element = state.element, [from, to] = range(), points = 2 * Math.max(300, plots.weight.width());
		const ask = {trial: state.trial, from, to, points, time: state.time}, [first, ...beside] = drawn();
		const askWhy = hasChanges(chosen()) ? {...ask, element} : null;
		if (changes.key !== JSON.stringify(askWhy)) changes.stop.abort();
		const wanted = [{...first, source}, other && {element, style: 'twin', source: other.source, of: other}, ...beside.map((line) => ({...line, source}))].filter(Boolean);
		const errors = [];
		const found = await Promise.all(wanted.map(async (line) => {
			const series = await line.source.series({...ask, element: line.element, columns: ['weight']}).catch((error) => { if (!line.of) errors.push(error.message); });
			return {...line, series: series ?? null, record: null};
		}));
		if (element !== state.element) return;
		[lines, failed] = [found, errors.join('; ')];
		fetchChanges(found[0].series && askWhy);
		draw();
		fetchRecord();
	});
	// fetchChanges finds why the selected element changed, which takes longer than its trace: the parts first. What
	// was asked for before and is not wanted any more ends.
	const fetchChanges = async (ask) => {
		const key = JSON.stringify(ask), again = key === changes.key && !changes.stop.signal.aborted;
		if (!again) changes.stop.abort();
		const same = ask && changes.element === ask.element && changes.trial === ask.trial;
		const own = changes = {...ask, key, series: same ? {...changes.series} : {}, found: {}, pending: ask !== null, stop: again ? changes.stop : new AbortController()};
		if (!ask) return;
		for (const [which, columns] of Object.entries(changeColumns)) {
			try {
				own.series[which] = await source.series({...ask, columns}, own.stop.signal);
				own.found[which] = true;
			} catch (error) {
				own.wrong = error.message;
			}
			own.pending = which !== 'rest' && !own.wrong;
			if (own === changes && !own.stop.signal.aborted && lines[0]?.element === own.element) draw();
			if (!own.pending || own !== changes) return;
		}
	};
	// changesOf returns what is known of the changes of the element whose trace is drawn.
	const changesOf = () => (changes.element === lines[0]?.element ? changes : {});
	const isLearnt = (element) => ['scale', 'weight'].includes(classOf(element)); // its changes have parts
	const hasChanges = (element) => !run.live && Boolean(element) && isLearnt(element) && (run.recorded ?? []).some((r) => r.parts);
	const classOf = (element) => ({scales: 'scale', activities: 'activity', variables: 'variable'}[partOf(run, element.kind)?.class] ?? 'weight');
	const draw = () => {
		const element = chosen();
		symbol.textContent = element ? symbolOf(element) : '';
		if (document.activeElement !== name) name.value = state.element ?? '';
		empty.textContent = failed;
		for (const p of Object.values(plots)) {
			p.node.hidden = true;
			p.node.classList.remove('stale');
		}
		noParts.textContent = '';
		total.textContent = '';
		if (lines[0]?.series && element) drawPlots(element);
		explain();
	};
	// fetchRecord finds the records at the cursor, which may be some of those that are not drawn.
	const fetchRecord = debounce(async () => {
		const {trial, step} = state, of = lines;
		if (source.sealed || step === null) return;
		const found = await Promise.all(of.map(async (line) => {
			if (!line.series || line.series.step.length >= line.series.total) return false;
			const apart = Math.ceil((range()[1] - range()[0]) / line.series.total);
			const record = await line.source.series({trial, element: line.element, from: Math.max(ends[0], step - 2 * apart), to: step, points: 16, time: 'linear', columns: line === of[0] && hasChanges(chosen()) ? null : ['weight']}).catch(() => null);
			if (record?.step.length && of === lines && step === state.step) line.record = record;
			return Boolean(record) && line.record === record;
		}));
		if (of !== lines || !lines[0]?.series || !found.includes(true)) return;
		drawPlots(chosen());
		explain();
	}, 150);
	const drawPlots = (element) => {
		const several = lines.some(({of}, i) => i > 0 && !of), base = {time: state.time, range: range(), marks: trial?.marks ?? [], labelled: several};
		const {series} = lines[0];
		const line = (name, column, style, {series, record} = lines[0], label = '') => ({name, style, label, step: series.step, values: series[column],
			now: record?.[column] ? {step: record.step.at(-1), value: record[column].at(-1)} : null});
		const {series: {parts: moved, rest} = {}, found = {}, pending, wrong} = changesOf();
		const show = (which, title, lines, levels) => {
			const [known, waits] = which === 'weight' ? [true, false] : which === 'parts' ? [moved, pending && !found.parts] : [rest, pending && !found.rest];
			if (known) room[which] = lines.length > 0;
			const there = lines.length > 0 || (waits && !known && room[which]);
			plots[which].node.hidden = !there;
			plots[which].node.classList.toggle('stale', Boolean(waits));
			if (there) plots[which].show({...base, title, lines, levels, dated: true});
		};
		const kind = classOf(element), why = {series: moved, record: lines[0].record}, beside = {series: rest, record: lines[0].record};
		const called = (one) => one.of ? `in ${other.name}` : `${several ? one.element : kind}${run.name ? ` in ${run.name}` : ''}`;
		show('weight', '', lines.filter((one) => one.series).map((one) => line(called(one), 'weight', one.style, one, one.of ? '' : symbolOf(parseElement(one.element, run)))), levels(element, several));
		const has = moved?.hebbian?.some(finite), of = several ? `each change of ${symbolOf(element)}` : 'each change';
		show('parts', of, has ? parts.filter(([part]) => moved[part]?.some(finite)).map(([part, name]) => line(name, part, part, why)) : []);
		show('rounding', of, rest?.rounding?.some((v) => finite(v) && v !== 0) ? [line('rounding', 'rounding', 'rounding', beside)] : []);
		show('activity', 'activity', ['pre', 'post'].filter((end) => rest?.[end]?.some(finite)).map((end) => line(end, end, end, beside)));
		if (!has && !pending && isLearnt(element)) noParts.textContent = wrong ?? whyNot(element);
		const apart = has && found.parts && moved.step.length !== series.step.length ? `, its parts as ${count(moved.step.length)},` : '';
		total.textContent = series.step.length < series.total ? `${count(series.total)} records, drawn as ${count(series.step.length)}${apart} that keep the extremes of each curve` : `${count(series.total)} records`;
	};
	// whyNot says why no parts are drawn.
	const whyNot = ({kind}) => {
		const what = 'Why it moved (Hebbian part, decay, activity at both ends)';
		if (isFixed(run, kind)) return 'No phase of the schedule changes it.';
		if (!hasParts(run, kind)) return `${what} is recorded by twophase run --parts all.`;
		return run.live ? `${what} is recorded, and shown when the run is over.` : `${what} was not recorded of this element in these steps.`;
	};
	const levels = (element, several) => {
		const fixed = fixedPoint(element, run);
		const threshold = lifeOf(trial, element)?.threshold;
		return [finite(fixed) && {value: fixed, text: several ? `fixed point of ${symbolOf(element)}` : 'fixed point'}, ...(threshold > 0 ? [{value: threshold, text: several ? `${symbolOf(element)} is pruned below` : 'pruned below'}, {value: -threshold, text: ''}] : [])].filter(Boolean);
	};
	const explain = () => {
		const element = chosen();
		if (!element) return;
		const {step, value: now} = numberOf(element), seen = withNumber(snapshot, element, now);
		neuron.show(classOf(element) === 'activity' ? element : null, snapshot, trial);
		date.textContent = finite(now) ? dated(step, snapshot.at, {events, lesioned: step === snapshot.lesioned.get(nameOf(element))}) : '';
		value.textContent = exact(now);
		value.value = finite(now) ? String(now) : '';
		const sentences = isWired(trial, element) ? meaning(element, seen, run, lifeOf(trial, element)) : ['The wiring of this trial has no such synapse.'];
		const [record, {series: {parts, rest} = {}, found = {}} = {}] = lines[0]?.element === state.element ? [lines[0].record, changesOf()] : [];
		const series = parts && rest && found.rest && parts.step.length === parts.total ? {...parts, pre: rest.pre, post: rest.post} : parts; // of the same steps, if none is left out
		const from = record?.hebbian && record.step.at(-1) <= state.step ? record : series;
		const last = from && change(from, lastChange(from, state.step));
		words.textContent = [...sentences, last].filter(Boolean).join(' ');
	};
	// numberOf returns the newest number of an element at the cursor, and its step: that of its own trace, or of the snapshot.
	const numberOf = (element) => {
		const found = {step: stepOf(element, snapshot), value: valueOf(element, snapshot)};
		for (const of of lines[0]?.element === state.element && snapshot ? [lines[0].series, lines[0].record] : []) {
			const i = of?.weight ? newest(of.step, snapshot.at) : -1;
			if (i >= 0 && finite(of.weight[i]) && (of.step[i] > found.step || of.weight[i] === found.value || !finite(found.value))) Object.assign(found, {step: of.step[i], value: of.weight[i]});
		}
		return found;
	};
	// lastChange returns the place of the last record at or before a step whose parts are known, or −1.
	const lastChange = (of, step) => {
		let i = newest(of.step, step);
		while (i >= 0 && !finite(of.hebbian?.[i])) i--;
		return i;
	};
	const soon = debounce(fetchTraces, 60);
	watch('zoom', soon);
	const showPinned = () => pinButton.setAttribute('aria-pressed', String(pinned(run).some(({name}) => name === state.element)));
	watch('element pins', showPinned);
	showPinned();
	watch('element time trial pins', fetchTraces);
	watch('element', () => {
		wrong.textContent = '';
		changes.stop.abort();
		lines = [];
		for (const p of Object.values(plots)) p.node.classList.add('stale');
		symbol.textContent = chosen() ? symbolOf(chosen()) : '';
		name.value = state.element ?? '';
		explain();
	});
	watch('step', () => fetchRecord());
	return {
		node, magnify, pin: pinOrUnpin, refresh: fetchTraces,
		focusName() { name.focus(); name.select(); },
		// show says what the snapshot at this step holds, and what happened in the trial.
		show(next, happened) { [snapshot, events] = [next, happened]; explain(); },
		span(next) {
			[ends, trial] = [[next.first, next.last], next];
			fetchTraces();
		},
		// learn takes what has since been found of the trial.
		learn(next) { trial = next; draw(); },
	};
}
