import {html} from '../dom.js';
import {finite} from '../number.js';
import {cut, recurrent} from './experiment.js';
import {spectrumBars} from './spectrum.js';

// What a reader can change of the experiment: the network, its sizes, the stimuli and the rates.

// handsPanel returns the panel: {node, show, threshold}. alter(keys, act) hears of new keys of the experiment, and of the act that does
// the same in mid-run, null if none does; it is a promise that fails where they cannot be had. sketch hears of keys while they are still
// being dragged.
export function handsPanel({alter, sketch}) {
	// wrong says at a field what is wrong with it, or nothing.
	const notes = new Map(), wrong = (input, message) => {
		notes.get(input).textContent = message;
		if (message && input.matches('input, select')) input.setAttribute('aria-invalid', 'true');
		else input.removeAttribute('aria-invalid');
	};
	const noted = (input) => {
		const note = html('span', {id: `wrong-${input.id}`, class: 'wrong', role: 'alert'});
		notes.set(input, note);
		input.setAttribute('aria-describedby', note.id);
		return note;
	};
	const change = (input, keys, act) => {
		for (const each of notes.keys()) wrong(each, '');
		return alter(keys, act).catch((error) => wrong(input, error.message));
	};
	const network = html('select', {id: 'network', onchange: () => change(network, {network: network.value}, null)}), sentence = html('p', {class: 'hint'});
	const number = (id, least, most, act) => html('input', {id, type: 'number', min: least, max: most, step: 'any', inputmode: 'decimal', onchange: act});
	const text = (id, act) => html('input', {id, type: 'text', spellcheck: 'false', autocomplete: 'off', onchange: act});
	// whole returns the number of a field, null if that is none that it may have.
	const whole = (input) => {
		const v = Number(input.value), fits = input.value.trim() !== '' && Number.isInteger(v) && v >= Number(input.min) && v <= Number(input.max);
		wrong(input, fits ? '' : `a whole number from ${input.min} to ${input.max}`);
		return fits ? v : null;
	};
	// positive returns what a field says, as a number if that is what it says; null of a number that is not above 0, and of nothing.
	const positive = (input, what) => {
		const v = input.value.trim(), good = v !== '' && !(Number(v) <= 0);
		wrong(input, good ? '' : what);
		return !good ? null : Number(v) > 0 ? Number(v) : v;
	};
	const k = number('k', 1, 40, () => { const v = whole(k); if (v) change(k, {outputs: v, lambda: null, ...apart(v)}, null); });
	const n = number('n', 1, 400, () => { const v = whole(n); if (v) change(n, {stimulus: known() ? {spectrum: shown.spectrum.slice(0, v), inputs: v} : {...given, inputs: v}}, null); });
	const turns = number('turns', 1, 20, () => { const v = whole(turns); if (v) change(turns, v < 2 ? {turns: null, settle: {method: 'jacobi', sweeps: 1}, network: recurrent(shown.network)} : {turns: v, settle: null, network: cut(shown.network)}, {settle: {method: 'jacobi', sweeps: v}}); });
	const tau = number('tau', 0.001, 100, () => { const v = positive(tau, 'a number above 0'); if (v) change(tau, {tau: v}, {tau: v}); });
	const slide = html('input', {type: 'range', min: -2, max: 1, step: 0.02, 'aria-label': 'τ', oninput: () => { tau.value = String(Number((10 ** Number(slide.value)).toPrecision(2))); sketch({tau: Number(tau.value)}); }, onchange: () => tau.dispatchEvent(new Event('change'))});
	const lambda = text('lambda', () => { const v = lambda.value.trim(), list = v.split(/[,\s]+/).map(Number), given = list.every((x) => x > 0) ? list : v; wrong(lambda, v ? '' : 'a gain for each output'); if (v) change(lambda, {lambda: given}, {lambda: given}); });
	const rate = text('rate', () => { const v = positive(rate, 'a number above 0, or a schedule'); if (v) change(rate, {rate: v}, {rate: v}); });
	let shown = null, given = null; // the description of the circuit, and the stimuli as the experiment has them
	// known reports whether the stimuli have a spectrum, as which they can be given whatever they were given as.
	const known = (d = shown) => d.spectrum?.length > 0;
	const spectrumOf = (spectrum) => ({spectrum, inputs: shown.n});
	// apart returns stimuli whose first k components are distinct, where the given ones do not differ.
	const apart = (wanted) => {
		const g = shown.spectrum;
		if (!known() || (g[wanted - 1] > (g[wanted] ?? 0) && wanted <= shown.n)) return {};
		const top = Array.from({length: wanted}, (_, i) => Number((g[0] * (1 - (0.5 * i) / Math.max(1, wanted - 1))).toPrecision(3)));
		return {stimulus: {spectrum: [...top, Number(Math.min(0.2 * g[0], g.at(-1)).toPrecision(3))], inputs: Math.max(shown.n, wanted + 1)}};
	};
	const bars = spectrumBars({
		changing: (spectrum) => sketch({stimulus: spectrumOf(spectrum)}),
		changed: (spectrum) => change(bars.node, {stimulus: spectrumOf(spectrum)}, {stimulus: {spectrum}}),
	});
	const field = (name, title, inside) => html('div', {class: 'hand'}, html('label', {title, for: inside.id}, name), inside, noted(inside));
	const turnsField = field('turns S', 'simultaneous turns in which the outputs settle', turns);
	const spectrum = html('div', {class: 'of-spectrum'}, html('h3', {}, 'Spectrum ', html('small', {}, 'the variance along each component; drag a bar (heights go by the root)')), bars.node, noted(bars.node));
	const fields = html('div', {hidden: true}, html('div', {class: 'hand-fields'}, field('network', 'which circuit', network), field('inputs N', 'number of inputs', n), field('outputs K', 'number of outputs', k), turnsField), sentence,
		spectrum,
		html('div', {class: 'hand-fields'}, field('gains Λ', 'one for each output, or the first and the last as 1:0.7', lambda), field('rate α', 'a number, or a schedule of t such as 10/(250+t)', rate), html('div', {class: 'hand'}, html('label', {for: 'tau'}, 'τ'), html('span', {class: 'pairing'}, tau, slide), noted(tau))));
	const of = html('small', {}), node = html('section', {class: 'panel hands'}, html('header', {}, html('h2', {}, 'Hands on ', of)), html('p', {id: 'loading'}, 'loading the simulator…'), fields);
	const put = (input, v) => { if (document.activeElement !== input) input.value = v; };
	return {
		node,
		// show takes the description of the circuit that acts are for, that of the first circuit, its stimuli as they were given, and
		// words that say which circuit is described.
		show(d, own, stimulus, circuit) {
			[shown, given, fields.hidden] = [own, stimulus, false];
			of.textContent = circuit;
			document.getElementById('loading')?.remove();
			if (network.options.length !== d.networks.length) network.replaceChildren(...d.networks.map(({name, title}) => html('option', {value: name, title}, name)));
			network.value = d.network;
			sentence.textContent = d.networks.find(({name}) => name === d.network)?.sentence ?? '';
			put(k, String(d.k));
			put(n, String(d.n));
			put(lambda, (d.lambda ?? []).join(', '));
			put(rate, d.rate ?? '');
			put(tau, finite(d.tau) ? String(d.tau) : '');
			if (document.activeElement !== slide && d.tau > 0) slide.value = String(Math.log10(d.tau));
			put(turns, d.turns ? String(d.turns) : '');
			turnsField.hidden = !d.turns;
			spectrum.hidden = !known(d);
			if (known(d)) bars.show(d.spectrum, d.k, d.n);
		},
		// threshold takes what the theory says.
		threshold({traps}) { bars.threshold(traps ?? []); },
	};
}
