import {drawCircuit} from './circuit.js';
import {curvePanels} from './curves.js';
import {open} from './data.js';
import {drawNow, html, say} from './dom.js';
import {firstSynapse, hasLaterals, nameOf, parseElement, symbolOf} from './element.js';
import {circuitKeys, globalKeys, helpDialog} from './keys.js';
import {layout} from './layout.js';
import {follow} from './live.js';
import {measuresPanel} from './measures.js';
import {phasePanel} from './phases.js';
import {runsPage} from './runs.js';
import {scrubber} from './scrubber.js';
import {count} from './number.js';
import {weightsShown} from './shown.js';
import {recall, set, state, unwatch, watch, write} from './state.js';
import {keepView, openView} from './viewfile.js';
import {synapseTable} from './table.js';
import {applyTheme, nextTheme} from './theme.js';
import {tracePanel} from './trace.js';

// The inspector: reads a run from its source, lays its panels out, and keeps them in step.

const askAgain = 400; // milliseconds after which the server is asked for what it was still looking for

async function start() {
	recall();
	applyTheme(); // before there is anything to be seen
	const source = open();
	if (source.talk?.()) state.talk ??= 'pruning';
	const folder = (await source.runs()).runs !== null;
	// show lays out what the address says. Where its run cannot be shown, the list is, and the error says why.
	const show = async () => {
		if (!folder) return build(source);
		if (state.run === null) return buildRuns(source);
		try {
			await build(source.pick(state.run));
		} catch (error) {
			state.run = null;
			await buildRuns(source);
			write();
			throw error;
		}
	};
	addEventListener('hashchange', guarded(() => { recall(); return show(); }));
	await (folder ? guarded(show) : show)();
}

let listeners = new AbortController(); // of what is laid out now

// buildRuns lays out the list of the runs of a folder.
async function buildRuns(source) {
	listeners.abort();
	listeners = new AbortController();
	unwatch();
	applyTheme();
	const listing = await source.runs(), page = runsPage(source, listing);
	document.title = `${listing.folder} – twophase`;
	document.body.classList.remove('talk', 'playing');
	document.body.replaceChildren(...page.nodes);
	drawNow();
	watch('theme', applyTheme);
	page.begin();
	document.documentElement.dataset.ready = 'true';
}

// build lays out the run that is to be shown: one run, beside which another one may stand.
async function build(first) {
	listeners.abort();
	listeners = new AbortController();
	unwatch();
	applyTheme();
	const {signal} = listeners;
	const variants = variantsOf(await first.run());
	const {own, other, minus} = chosen(variants);
	const source = first.of(own.twin), run = {...await source.run(), name: variants.length > 1 ? own.name : ''};
	if (other) {
		other.source = first.of(other.twin);
		other.fork = (await other.source.run().catch(() => null))?.fork;
	}
	const trials = source.sealed ? source.trials() : Array.from({length: Math.min(run.trials, 10000)}, (_, i) => i);
	if (!trials.includes(state.trial)) state.trial = trials[0];
	if (!selected(run)) state.element = null;

	// choose selects what is clicked on, or pins it with Shift.
	const choose = (name, event) => (event?.shiftKey ? trace.pin(name) : set({element: name}));
	const circuit = drawCircuit(run, (element, event) => choose(nameOf(element), event));
	const bar = scrubber(), curves = curvePanels(run, other), measures = measuresPanel(run), table = synapseTable(run, choose), help = helpDialog();
	const trace = tracePanel(source, run, other);
	const weights = weightsShown({source, run, circuit, minus: minus ? other.source : null, onOwn: trace.show});
	const phases = phasePanel(source, run, weights.overlay);
	const headline = html('p', {class: 'headline', id: 'headline'});
	const warnings = html('ul', {class: 'warnings'}), live = html('span', {class: 'live', id: 'live', hidden: true});
	const focusCircuit = () => (circuit.node.querySelector('[tabindex]') ?? circuit.node).focus();

	let trial = null, beside = null, waiting = 0, offered = null; // the element that was selected for the reader
	signal.addEventListener('abort', () => { clearTimeout(waiting); bar.stop(); });
	const announce = () => {
		trial.marks = marksOf(run, trial, other, beside, variants[0].name);
		bar.marks(trial.marks);
		bar.pace(trial.curve ?? []);
		circuit.ghosts?.(trial.pruning?.synapses ?? []);
		circuit.hold?.(trial.held ?? []);
		circuit.wire?.(trial);
		weights.hold(trial);
		headline.replaceChildren(...headlineOf(trial.headline, run));
		headline.hidden = !trial.headline && !trial.pending;
		curves.show(trial, beside);
		measures.show(trial);
		table.show(trial);
		const list = [...(run.warnings ?? []), ...(trial.warnings ?? [])];
		warnings.replaceChildren(...list.map((text) => html('li', {}, text)));
		warnings.hidden = list.length === 0;
		clearTimeout(waiting);
		if (trial.pending || beside?.pending) waiting = setTimeout(guarded(learn), askAgain);
	};
	const ask = () => Promise.all([source.trial(state.trial), other?.source.trial(state.trial).catch(() => null)]);
	// learn asks again for what the server was still looking for.
	const learn = async () => {
		const [next, nextBeside] = await ask();
		if (signal.aborted || next.trial !== trial.trial || next.last !== trial.last) return;
		[trial, beside] = [next, nextBeside];
		announce();
		trace.learn(trial);
		if (offered && state.element === offered) set({element: offered = telling(trial, run)});
		await weights.survey(trial);
	};
	const fetchTrial = async (toEnd) => {
		[trial, beside] = await ask();
		if (state.element === null) state.element = offered = telling(trial, run);
		bar.span(trial.first, trial.last);
		const wanted = state.step === null || toEnd ? trial.last : state.step;
		set({step: Math.max(trial.first, Math.min(trial.last, wanted))});
		announce();
		trace.span(trial);
	};
	const survey = () => weights.survey(trial);

	document.title = `${run.title} – twophase`;
	const keep = () => keepView(run), reopen = () => openView(run, guarded(() => build(first)), fail);
	talk(state.talk);
	await fetchTrial(false);
	await guarded(survey)();
	await guarded(weights.fetch)();
	document.body.replaceChildren(...layout({run, variants, trials, source, bar, circuit, weights, keep, reopen, trace, phases, curves, measures, table, help, live, warnings, focusCircuit, headline, signal, minus: minus ? other.name : null}));
	drawNow();
	circuit.select(selected(run));
	if (state.phase !== null) phases.refresh();

	watch('step', guarded(weights.fetch));
	watch('show', guarded(() => build(first)));
	watch('tab', () => bar.stop());
	watch('trial', guarded(async () => { source.forget(); await fetchTrial(false); await survey(); await weights.fetch(); }));
	watch('element', () => {
		circuit.select(selected(run));
		say(`${state.element} selected`);
	});
	const plots = [...(hasLaterals(run) ? ['pruning'] : []), 'error', 'health'];
	const nextPlot = () => { if (state.talk) set({talk: plots[(plots.indexOf(state.talk) + 1) % plots.length]}); };
	watch('talk', () => { talk(state.talk); dispatchEvent(new Event('resize')); }); // which draws all anew
	const repaint = () => {
		applyTheme();
		circuit.redraw?.();
		phases.redraw();
	};
	watch('theme', repaint);
	for (const medium of ['print', '(prefers-color-scheme: dark)']) matchMedia(medium).addEventListener('change', repaint, {signal});
	circuitKeys(circuit.node, run);
	globalKeys(run, {scrubber: bar, trace, phases, help, focusCircuit, theme: nextTheme, nextPlot, keep, reopen, talk: () => set({talk: state.talk ? null : plots[0]})}, signal);
	if (run.live) follow({source, run, live, bar, fetchTrial: guarded(async (toEnd) => { await fetchTrial(toEnd); await survey(); }), fetchWeights: guarded(weights.fetch), fetchRun: guarded(async () => { Object.assign(run, await source.run()); })});
	document.documentElement.dataset.ready = 'true';
}

// headlineOf returns what came of a trial, in which the names of synapses select them.
function headlineOf(text, run) {
	return (text ?? '').split(/(\b[A-Za-z]\w*\[\d+,\d+\][,.;:]?)/).map((found, i) => {
		const [part, stop] = found.split(/(?<=\])/), element = i % 2 === 1 && elementOf(part, run);
		if (!element) return found.replace(/(?<![.\d])\d{4,}/g, (n) => count(Number(n)));
		return html('span', {}, html('button', {type: 'button', class: 'symbol-button', title: part, onclick: () => set({element: nameOf(element)})}, symbolOf(element)), stop ?? ''); // in one line with what ends it
	});
}

// telling returns the element that tells most of a trial: the lateral synapse that was pruned last, or else
// the strongest one.
function telling(trial, run) {
	const synapses = trial.pruning?.synapses ?? [];
	const last = synapses.reduce((a, b) => ((b.below_since ?? -1) > (a?.below_since ?? -1) ? b : a), synapses[0]);
	try {
		if (last) return nameOf(parseElement(last.synapse, run));
	} catch { /* of a trace that holds anything */ }
	return firstSynapse(run) ?? 'outputs[0]';
}

// talk shows the circuit and one plot alone, in large type; or all again.
function talk(on) {
	document.body.classList.toggle('talk', Boolean(on));
	document.body.dataset.plot = on ?? '';
}

// variantsOf returns the runs that can be shown: {name, twin}, of which the first has no twin.
function variantsOf(run) {
	return [{name: run.variant || run.folder}, ...(run.twins ?? []).map(({name}) => ({name, twin: name}))];
}

// chosen returns the run that is to be shown, the one that stands beside it, and whether it is how they
// differ that the circuit shows.
function chosen(variants) {
	const at = state.show.indexOf(':'), kind = at < 0 ? state.show : state.show.slice(0, at);
	const named = at < 0 ? null : variants.slice(1).find(({name}) => name === state.show.slice(at + 1));
	if (kind === 'twin' && named) return {own: named, other: {...variants[0]}, minus: false};
	if (kind === 'minus' && named) return {own: variants[0], other: {...named}, minus: true};
	state.show = 'run';
	return {own: variants[0], other: variants[1] ? {...variants[1]} : null, minus: false};
}

// marksOf returns the moments that are marked on every axis of time: what was done to the run and to the
// other one, and where they part.
function marksOf(run, trial, other, beside, firstName) {
	const marks = (trial.events ?? []).map(({step, edit}) => ({step, text: edit}));
	for (const {step, edit} of beside?.events ?? []) marks.push({step, text: `${other.name}: ${edit}`, other: true});
	if (run.fork > 0) marks.push({step: run.fork, text: `${run.name} parts from ${firstName}`});
	else if (other?.fork > 0) marks.push({step: other.fork, text: `${other.name} parts from ${firstName}`, other: true});
	return marks;
}

// selected returns the selected element, or null if the run has none such.
function selected(run) {
	return elementOf(state.element ?? '', run);
}

function elementOf(name, run) {
	try {
		return parseElement(name, run);
	} catch {
		return null;
	}
}

// guarded returns a task whose errors are shown, until it goes well again.
function guarded(task) {
	return async (...args) => {
		try {
			await task(...args);
			document.getElementById('failure')?.remove();
		} catch (error) {
			fail(error);
		}
	};
}

function fail(error) {
	const box = document.getElementById('failure') ?? html('p', {id: 'failure', role: 'alert'});
	box.textContent = error.message;
	document.body.prepend(box);
	console.warn(error.message);
}

start().catch(fail);
