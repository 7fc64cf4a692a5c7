import {drawCircuit} from './circuit.js';
import {fillColour, largest} from './colour.js';
import {curvePanels} from './curves.js';
import {open} from './data.js';
import {html, latest, say} from './dom.js';
import {nameOf, parseElement} from './element.js';
import {circuitKeys, globalKeys, helpDialog} from './keys.js';
import {drawMatrices} from './matrices.js';
import {count, finite, short} from './number.js';
import {phasePanel} from './phases.js';
import {scrubber as timeBar} from './scrubber.js';
import {recall, set, state, watch} from './state.js';
import {synapseTable} from './table.js';
import {applyTheme, nextTheme, themeButton} from './theme.js';
import {tracePanel} from './trace.js';

// The inspector: reads a run from its source, lays its panels out, and keeps them in step.

const largeCircuit = 400; // synapses beyond which a circuit is drawn as matrices

async function start() {
	recall();
	applyTheme();
	const source = open();
	const run = await source.run();
	document.title = `${run.title} – twophase`;
	const trials = source.sealed ? source.trials() : Array.from({length: Math.min(run.trials, 10000)}, (_, i) => i);
	if (!trials.includes(state.trial)) state.trial = trials[0];
	if (!selected(state.element, run)) state.element = run.outputs > 1 ? 'lateral[0,1]' : 'scale[0]';
	const bar = timeBar(), curves = curvePanels(run), table = synapseTable(), help = helpDialog();
	const pick = (element) => set({element: nameOf(element)});
	const large = run.inputs * run.outputs + run.outputs * (run.outputs - 1) > largeCircuit;
	const circuit = (large ? drawMatrices : drawCircuit)(run, pick);
	const twinOf = () => (state.show === 'run' ? run.twins?.[0]?.name : state.show.slice(state.show.indexOf(':') + 1));
	if (state.show !== 'run' && !run.twins?.some(({name}) => name === twinOf())) state.show = 'run';
	const trace = tracePanel(source, run, twinOf);
	let overlay = null, trial = null, waiting = 0;
	const warnings = html('ul', {class: 'warnings'});
	const legend = html('div', {class: 'scales'});
	circuitKeys(circuit.node, run);

	const guarded = (f) => async (...args) => {
		try {
			await f(...args);
			document.getElementById('failure')?.remove();
		} catch (error) {
			fail(error);
		}
	};

	// What is shown: the snapshot of this run at the step, of its twin, or how they differ.
	let snapshot = null;
	const limits = {w: 0, m: 0, scale: 0, rows: new Array(run.outputs).fill(0)};
	const widen = (s) => {
		const diagonal = (i) => i % (run.outputs + 1) === 0;
		limits.w = Math.max(limits.w, largest(s.w ?? s.w_blocks?.extreme));
		if (run.image && s.w) limits.rows = limits.rows.map((most, i) => Math.max(most, largest(s.w.slice(i * run.inputs, (i + 1) * run.inputs))));
		limits.m = Math.max(limits.m, s.m ? largest(s.m, (i) => !diagonal(i)) : largest(s.m_blocks?.extreme));
		limits.scale = Math.max(limits.scale, largest(s.m, diagonal));
	};
	const paint = () => {
		if (!snapshot) return;
		circuit.show({snapshot, limits, overlay, difference: state.show.startsWith('minus:')});
		circuit.node.classList.toggle('staged', Boolean(overlay));
		legend.replaceChildren(...scales());
	};
	const scales = () => {
		if (overlay && !overlay.w.changes) return [key('signal on the axons', Math.max(overlay.xLimit, overlay.yLimit || 0))];
		if (overlay) return [key('ΔW', overlay.w.limit), key('ΔM', overlay.m.limit)];
		return [!(large && run.image) && key('W', limits.w), run.outputs > 1 && key('M', limits.m), !large && html('span', {}, 'ring: scale m')].filter(Boolean);
	};
	const phases = phasePanel(source, run, (next) => { overlay = next; paint(); });

	// shown returns what is shown at a step, and what this run has there.
	const shown = async (step) => {
		const {trial, show} = state;
		const [own, other] = await Promise.all([source.snapshot({trial, step}), show === 'run' ? null : source.snapshot({trial, step, twin: twinOf()})]);
		if (other && (other.m?.length !== own.m?.length || other.w?.length !== own.w?.length)) throw new Error('the twin has recorded other weights, or has another size');
		return [show === 'run' ? own : show.startsWith('minus:') ? difference(own, other) : other, own];
	};
	const fetchSnapshot = latest(async () => {
		const {step} = state;
		if (step === null) return;
		const [next, own] = await shown(step);
		snapshot = next;
		widen(snapshot);
		paint();
		trace.show(own);
		document.documentElement.dataset.shown = String(step);
	});

	const tell = () => {
		curves.show(trial);
		table.show(trial);
		const list = [...(run.warnings ?? []), ...(trial.warnings ?? [])];
		warnings.replaceChildren(...list.map((text) => html('li', {}, text)));
		warnings.hidden = list.length === 0;
	};
	// learn asks again for what the server was still looking for.
	const learn = async () => {
		const next = await source.trial(state.trial);
		if (next.trial !== trial.trial || next.last !== trial.last) return;
		trial = next;
		tell();
		trace.learn(trial);
		if (trial.pending) waiting = setTimeout(guarded(learn), 400);
	};
	const fetchTrial = async (follow) => {
		trial = await source.trial(state.trial);
		bar.span(trial.first, trial.last);
		bar.marks((trial.events ?? []).map(({step, edit}) => ({step, text: edit})));
		if (state.step === null || follow) set({step: trial.last});
		else if (state.step > trial.last || state.step < trial.first) set({step: Math.max(trial.first, Math.min(trial.last, state.step))});
		tell();
		trace.span(trial);
		clearTimeout(waiting);
		if (trial.pending) waiting = setTimeout(guarded(learn), 400);
	};

	// The colours of weights keep their meaning over time: look ahead at a few moments for the largest.
	const survey = async () => {
		const moments = [0, 0.3, 0.5, 0.7, 0.85, 1].map((p) => Math.round((1 + trial.last - trial.first) ** p - 1 + trial.first));
		const seen = await Promise.all([...moments, state.step].map(shown));
		Object.assign(limits, {w: 0, m: 0, scale: 0, rows: new Array(run.outputs).fill(0)});
		for (const [s] of seen) widen(s);
		paint();
	};

	const live = html('span', {class: 'live', id: 'live', hidden: true});
	document.body.replaceChildren(...page({run, trials, large, source, bar, circuit, legend, trace, phases, curves, table, help, live, warnings}));
	await fetchTrial(false);
	await guarded(fetchSnapshot)();
	await guarded(survey)();
	circuit.select(selected(state.element, run));

	watch('step', guarded(fetchSnapshot));
	watch('show', guarded(async () => { await fetchSnapshot(); await survey(); }));
	watch('trial', guarded(async () => { source.forget(); await fetchTrial(false); await fetchSnapshot(); await survey(); }));
	watch('element', () => {
		circuit.select(selected(state.element, run));
		say(`${state.element} selected`);
	});
	watch('theme', applyTheme);
	const redraw = () => { circuit.redraw?.(); phases.redraw(); };
	watch('theme', redraw);
	matchMedia('print').addEventListener('change', redraw);
	matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { applyTheme(); redraw(); });
	globalKeys(run, {scrubber: bar, trace, phases, help, theme: nextTheme, focusCircuit: () => (circuit.node.querySelector('[tabindex]') ?? circuit.node).focus()});
	if (run.live) follow({source, run, live, bar, fetchTrial: guarded(fetchTrial), fetchSnapshot: guarded(fetchSnapshot)});
	document.documentElement.dataset.ready = 'true';
}

// selected returns the element of a name, or null if the run has none such.
function selected(name, run) {
	try {
		return parseElement(name ?? '', run);
	} catch {
		return null;
	}
}

function difference(a, b) {
	const minus = (p, q) => p && q && p.map((v, i) => (finite(v) && finite(q[i]) ? v - q[i] : null));
	return {step: a.step, w: minus(a.w, b?.w), m: minus(a.m, b?.m), y: minus(a.y, b?.y)};
}

// key explains the colours of one kind of weight.
function key(name, limit) {
	const ramp = html('span', {class: 'ramp', 'aria-hidden': 'true'}, [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1].map((t) => {
		const cell = html('i', {});
		cell.style.background = fillColour(t, 1);
		return cell;
	}));
	return html('span', {class: 'key'}, html('b', {}, name), ` −${short(limit, 2)}`, ramp, `+${short(limit, 2)}`);
}

// follow keeps the page in step with a run that goes on. Who looks at its last step goes on with it.
function follow({source, run, live, bar, fetchTrial, fetchSnapshot}) {
	const often = 400; // milliseconds between two looks
	const tell = (text, kind) => { live.hidden = false; live.textContent = text; live.dataset.kind = kind; };
	tell('live', 'on');
	let timer = 0, ended = false;
	const refresh = latest(async (done) => {
		source.forget();
		if (done) Object.assign(run, await source.run()); // now with its summary
		await fetchTrial(state.step === null || state.step >= bar.last());
		await fetchSnapshot();
	});
	source.live({
		link(there) {
			if (!ended) tell(there ? 'live' : 'reconnecting…', there ? 'on' : 'off');
		},
		progress({step, of, trial}) {
			tell(`live · ${count(step)} of ${count(of)}` + (run.trials > 1 ? ` · trial ${trial}` : ''), 'on');
			timer ||= setTimeout(() => { timer = 0; refresh(); }, often);
		},
		done() {
			ended = true;
			clearTimeout(timer);
			tell('done', 'done');
			refresh(true);
		},
	});
}

function page({run, trials: known, large, source, bar, circuit, legend, trace, phases, curves, table, help, live, warnings}) {
	const fact = (name, text) => html('span', {class: 'fact'}, html('span', {}, name), ' ', html('b', {}, text));
	const trials = run.trials > 1 && html('label', {class: 'fact'}, html('span', {}, 'trial'), ' ', html('select', {id: 'trial', onchange: (e) => set({trial: Number(e.target.value)})},
		known.map((i) => html('option', {value: i, selected: i === state.trial}, String(i)))));
	const shows = (run.twins?.length ?? 0) > 0 && html('label', {class: 'fact'}, html('span', {}, 'shows'), ' ', html('select', {id: 'show', onchange: (e) => set({show: e.target.value})},
		[['run', 'this run'], ...run.twins.flatMap(({name}) => [[`twin:${name}`, `twin ${name}`], [`minus:${name}`, `this run − ${name}`]])].map(([value, text]) => html('option', {value, selected: value === state.show}, text))));
	const told = (kind, list) => list?.length > 0 && html('ul', {class: kind}, list.map((text) => html('li', {}, text)));
	const header = html('header', {class: 'top'},
		html('div', {}, html('h1', {}, run.title), html('p', {class: 'facts'}, fact('network', run.network), fact('N', count(run.inputs)), fact('K', count(run.outputs)), fact('steps', count(run.steps)), fact('seed', String(run.seed)), trials, fact('run', run.run))),
		html('div', {class: 'tools'}, live, themeButton(), html('button', {type: 'button', onclick: () => help.showModal(), 'aria-label': 'keys', title: 'keys (?)'}, '?')));
	return [
		html('a', {href: '#circuit', class: 'skip', onclick: (e) => { e.preventDefault(); (circuit.node.querySelector('[tabindex]') ?? circuit.node).focus(); }}, 'to the circuit'),
		header, bar.node,
		html('main', {}, warnings, told('interventions', run.interventions),
			html('div', {class: 'columns'},
				html('div', {class: 'column'},
					html('section', {class: 'panel', 'aria-labelledby': 'circuit'}, html('header', {}, html('h2', {id: 'circuit'}, 'Circuit'), shows, legend), circuit.node),
					!large && phases.node),
				html('div', {class: 'column'}, trace.node, large && phases.node)),
			html('div', {class: 'curves'}, curves.nodes), table.node),
		html('footer', {}, source.sealed ? source.note() : `twophase view · ${run.folder}`, ' · recorded: ', (run.recorded ?? []).map((r) => r.request).join(', ') || 'nothing'),
		html('div', {id: 'said', role: 'status', 'aria-live': 'polite', class: 'unseen'}), help,
	];
}

function fail(error) {
	const box = document.getElementById('failure') ?? html('p', {id: 'failure', role: 'alert'});
	box.textContent = error.message;
	document.body.prepend(box);
	console.warn(error.message);
}

start().catch(fail);
