import {drawCircuit} from './circuit.js';
import {curvePanels} from './curves.js';
import {open} from './data.js';
import {html, say} from './dom.js';
import {nameOf, parseElement} from './element.js';
import {circuitKeys, globalKeys, helpDialog} from './keys.js';
import {layout} from './layout.js';
import {follow} from './live.js';
import {drawMatrices} from './matrices.js';
import {phasePanel} from './phases.js';
import {scrubber} from './scrubber.js';
import {weightsShown} from './shown.js';
import {recall, set, state, watch} from './state.js';
import {synapseTable} from './table.js';
import {applyTheme, nextTheme} from './theme.js';
import {tracePanel} from './trace.js';

// The inspector: reads a run from its source, lays its panels out, and keeps them in step.

const largeCircuit = 400; // synapses beyond which a circuit is drawn as matrices
const askAgain = 400; // milliseconds after which the server is asked for what it was still looking for

async function start() {
	recall();
	applyTheme();
	const source = open();
	const run = await source.run();
	const trials = source.sealed ? source.trials() : Array.from({length: Math.min(run.trials, 10000)}, (_, i) => i);
	const twinOf = () => (state.show === 'run' ? run.twins?.[0]?.name : state.show.slice(state.show.indexOf(':') + 1));
	if (!trials.includes(state.trial)) state.trial = trials[0];
	if (!selected(run)) state.element = run.outputs > 1 ? 'lateral[0,1]' : 'scale[0]';
	if (state.show !== 'run' && !run.twins?.some(({name}) => name === twinOf())) state.show = 'run';

	const large = run.inputs * run.outputs + run.outputs * (run.outputs - 1) > largeCircuit;
	const drawnAs = !large ? 'graph' : run.image ? 'fields' : 'matrices';
	const circuit = (large ? drawMatrices : drawCircuit)(run, (element) => set({element: nameOf(element)}));
	const bar = scrubber(), curves = curvePanels(run), table = synapseTable(run), help = helpDialog();
	const trace = tracePanel(source, run, twinOf);
	const weights = weightsShown({source, run, circuit, drawnAs, twinOf, onOwn: trace.show});
	const phases = phasePanel(source, run, weights.overlay);
	const warnings = html('ul', {class: 'warnings'}), live = html('span', {class: 'live', id: 'live', hidden: true});
	const focusCircuit = () => (circuit.node.querySelector('[tabindex]') ?? circuit.node).focus();

	let trial = null, waiting = 0;
	const tell = () => {
		curves.show(trial);
		table.show(trial);
		const list = [...(run.warnings ?? []), ...(trial.warnings ?? [])];
		warnings.replaceChildren(...list.map((text) => html('li', {}, text)));
		warnings.hidden = list.length === 0;
		clearTimeout(waiting);
		if (trial.pending) waiting = setTimeout(guarded(learn), askAgain);
	};
	// learn asks again for what the server was still looking for.
	const learn = async () => {
		const next = await source.trial(state.trial);
		if (next.trial !== trial.trial || next.last !== trial.last) return;
		trial = next;
		tell();
		trace.learn(trial);
	};
	const fetchTrial = async (toEnd) => {
		trial = await source.trial(state.trial);
		bar.span(trial.first, trial.last);
		bar.marks((trial.events ?? []).map(({step, edit}) => ({step, text: edit})));
		const wanted = state.step === null || toEnd ? trial.last : state.step;
		set({step: Math.max(trial.first, Math.min(trial.last, wanted))});
		tell();
		trace.span(trial);
	};
	const survey = () => weights.survey(trial);

	document.title = `${run.title} – twophase`;
	document.body.replaceChildren(...layout({run, trials, large, source, bar, circuit, legend: weights.legend, trace, phases, curves, table, help, live, warnings, focusCircuit}));
	await fetchTrial(false);
	await guarded(weights.fetch)();
	await guarded(survey)();
	circuit.select(selected(run));

	watch('step', guarded(weights.fetch));
	watch('show', guarded(async () => { await weights.fetch(); await survey(); }));
	watch('trial', guarded(async () => { source.forget(); await fetchTrial(false); await weights.fetch(); await survey(); }));
	watch('element', () => {
		circuit.select(selected(run));
		say(`${state.element} selected`);
	});
	const repaint = () => {
		applyTheme();
		circuit.redraw?.();
		phases.redraw();
	};
	watch('theme', repaint);
	for (const medium of ['print', '(prefers-color-scheme: dark)']) matchMedia(medium).addEventListener('change', repaint);
	circuitKeys(circuit.node, run);
	globalKeys(run, {scrubber: bar, trace, phases, help, focusCircuit, theme: nextTheme});
	if (run.live) follow({source, run, live, bar, fetchTrial: guarded(fetchTrial), fetchWeights: guarded(weights.fetch), fetchRun: guarded(async () => { Object.assign(run, await source.run()); })});
	document.documentElement.dataset.ready = 'true';
}

// selected returns the selected element, or null if the run has none such.
function selected(run) {
	try {
		return parseElement(state.element ?? '', run);
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
