import {html} from '../dom.js';
import {firstSynapse, inputOf, isAmong, nameOf, parseElement, symbolOf, valueOf} from '../element.js';
import {count, short} from '../number.js';
import {set, state} from '../state.js';
import {heldBy, wordsOf} from './experiment.js';

// What a reader does to the circuit: to the element that is chosen, or to all of it; and the list of what was done.

// actsPanel returns the panel, and what stands below the circuit: {node, choosing, about, begin, offered, refuse, show, frame, key}. act hears of an intervention, undo of one in the list.
export function actsPanel({act, undo, target}) {
	const button = (text, title, run) => html('button', {type: 'button', title, onclick: run}, text);
	const symbol = html('span', {class: 'big'}, ''), value = html('span', {class: 'value'}), kind = html('div', {class: 'controls'});
	const name = html('input', {id: 'element', type: 'text', 'aria-label': 'chosen element', spellcheck: 'false', autocomplete: 'off', 'aria-describedby': 'wrong-element'});
	const wrong = html('span', {id: 'wrong-element', class: 'wrong', role: 'alert'});
	const level = html('input', {type: 'number', step: 'any', value: '0', 'aria-label': 'value'});
	const whole = html('div', {class: 'hand-fields'}), list = html('ol', {class: 'act-list'}), none = html('p', {class: 'hint'}, 'Nothing yet.');
	const onTwin = html('input', {type: 'checkbox', id: 'on-twin', onchange: () => target(onTwin.checked)}), twinLine = html('label', {class: 'fact'}, onTwin, ' act on the twin alone');
	const hint = html('p', {class: 'hint'}, 'Click on a synapse or a neuron, or name one, to lesion, freeze, clamp or set it.');
	const choosing = html('div', {class: 'acts choosing', role: 'group', 'aria-label': 'chosen element'}, html('div', {class: 'identity'}, symbol, html('div', {class: 'naming'}, name, value)), wrong, kind, hint);
	const node = html('section', {class: 'panel acts'}, html('header', {}, html('h2', {}, 'What is done to all of it'), twinLine),
		whole, html('h3', {}, 'The list ', html('small', {}, 'in the words of the experiment file')), none, list);
	let run = null, shown = [], offered = [], refused = new Set(); // acts on the whole, as JSON, and those that the circuit does not take
	const chosen = () => {
		try {
			return run && state.element ? inputOf(state.element, run) ?? parseElement(state.element, run) : null;
		} catch {
			return null;
		}
	};
	name.addEventListener('change', () => {
		try {
			wrong.textContent = '';
			set({element: nameOf(inputOf(name.value, run) ?? parseElement(name.value, run))});
		} catch (error) {
			wrong.textContent = error.message;
		}
	});
	// about lays out what can be done to the chosen element.
	const about = () => {
		const element = chosen(), focused = [...kind.children].indexOf(document.activeElement);
		symbol.textContent = element ? symbolOf(element) : '';
		if (document.activeElement !== name) name.value = element ? nameOf(element) : '';
		kind.replaceChildren();
		hint.hidden = Boolean(element);
		if (!element) return;
		const selection = nameOf(element), states = heldBy(shown.map(({at, act}) => ({at, act})), run).filter((h) => h.element === selection).map((h) => h.state);
		const now = states.at(-1), neuron = isNeuron(element), lesioned = states.includes('lesioned');
		const buttons = [];
		if (lesioned) buttons.push(button('restore', 'undo the lesion (x)', () => undo(shown.findLast((one) => heldBy([one], run).some((h) => h.element === selection && h.state === 'lesioned')))));
		else if (!isInput(element) && (neuron || element.pre >= 0)) buttons.push(button('lesion', neuron ? 'destroy all synapses of this neuron (x)' : 'destroy this synapse (x)', () => act({lesion: selection})));
		if (neuron) buttons.push(now === 'clamped' ? button('release', 'let it go on by itself', () => act({release: selection})) : button('clamp to', 'keep its activity at this value', () => act({clamp: selection, to: Number(level.value) || 0})), level);
		else if (!lesioned) buttons.push(now === 'frozen' ? button('thaw', 'let it learn again (f)', () => act({thaw: selection})) : button('freeze', 'stop it from learning (f)', () => act({freeze: selection})), button('set to', 'give it this value', () => act({set: selection, to: Number(level.value) || 0})), level);
		kind.replaceChildren(...buttons);
		kind.children[focused]?.focus(); // what takes the place of a button takes its focus
	};
	const isInput = (element) => inputOf(nameOf(element), run) !== null;
	const isNeuron = ({kind}) => run.graph.populations.some((p) => p.name === kind);
	const choice = (label, options) => {
		offered.push(...Object.values(options));
		const names = Object.keys(options).filter((o) => !refused.has(JSON.stringify(options[o])));
		if (names.length === 0) return null;
		const select = html('select', {'aria-label': label, onchange: () => { const done = options[select.value]; select.value = ''; if (done) act(done); }}, html('option', {value: '', selected: true}, '…'), names.map((o) => html('option', {value: o}, o)));
		return html('label', {class: 'hand'}, html('span', {}, label), select);
	};
	// offers lists what can be done to the whole of a circuit.
	const offers = () => {
		const size = (word, key, sizes) => Object.fromEntries([...sizes.map((s) => [String(s), {[word]: 'weights', [key]: s}]), ['none', {[word]: 'weights', [key]: 0}]]);
		const among = run.graph.parts.some(isAmong), all = [];
		offered = [];
		all.push(choice('turn the world', {'by 15°': {stimulus: {rotate: 15}}, 'by 45°': {stimulus: {rotate: 45}}, 'by 90°': {stimulus: {rotate: 90}}, 'slowly, 0.01° a stimulus': {stimulus: {drift: 0.01}}, 'no more': {stimulus: {drift: 0}}}));
		if (among) all.push(choice('lateral signals', {'late by one stimulus': {settle: {method: 'stale'}}, 'in two turns': {settle: {method: 'two-phase'}}, 'cut at three turns': {settle: {method: 'jacobi', sweeps: 3}}, 'settled': {settle: {method: 'exact'}}, 'one after another': {settle: {method: 'cascade'}}}));
		if (among) all.push(choice('lateral decay', {'a tenth of that of the scales': {lateral_decay: 0.1}, 'half of it': {lateral_decay: 0.5}, 'as that of the scales': {lateral_decay: 1}}));
		all.push(choice('noise on the weights', size('noise', 'size', [1e-4, 1e-3, 1e-2])), choice('round weights to', size('quantise', 'step', [1e-3, 1e-2, 1e-1])));
		const synapses = run.graph.parts.filter((p) => p.class === 'synapses');
		all.push(choice('learning', {...Object.fromEntries(synapses.map(({kind}) => [`freeze ${kind}`, {freeze: kind}])), 'thaw all': {thaw: ['weights', ...run.graph.parts.filter((p) => p.class === 'variables').map((p) => p.kind)].join(', ')}}));
		whole.replaceChildren(...all.filter(Boolean));
	};
	return {
		node, choosing, about,
		// begin takes the circuit, show what was done to it.
		begin(next) { run = next; name.placeholder = firstSynapse(run) ?? ''; wrong.textContent = ''; offers(); about(); },
		// offered returns all acts on the whole that a circuit of this form may take, refuse takes those that this one does not.
		offered: () => offered,
		refuse(acts) { refused = acts; offers(); },
		show(acts, twinned, acting) {
			shown = acts;
			none.hidden = acts.length > 0;
			list.replaceChildren(...acts.map((one) => html('li', {}, html('code', {}, wordsOf(one)), one.twin && html('small', {}, ' twin alone'), ' ', html('button', {type: 'button', 'aria-label': `undo ${wordsOf(one)}`, onclick: (e) => { e.currentTarget.blur(); undo(one); }}, 'undo'))));
			twinLine.hidden = !twinned;
			onTwin.checked = acting;
			about();
		},
		// frame takes a frame, and whether something was done to the circuit since its last stimulus: activities are from before it.
		frame(snapshot, since) {
			const element = chosen(), number = element && !isInput(element) ? short(valueOf(element, snapshot)) : '';
			value.textContent = number && since && isNeuron(element) ? `${number}, before the last act` : number;
		},
		// key does what a key asks for the chosen element.
		key(word) {
			const found = [...kind.querySelectorAll('button')].find((b) => b.title.endsWith(`(${word})`));
			found?.click();
		},
	};
}

// marksOf returns acts as marks on an axis of time.
export function marksOf(acts, fork) {
	const marks = acts.map((one) => ({step: one.at, text: wordsOf(one), other: one.twin}));
	if (fork !== null) marks.push({step: fork, text: `the twin parts after step ${count(fork)}`, other: true});
	return marks;
}
