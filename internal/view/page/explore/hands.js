import {html} from '../dom.js';
import {finite} from '../number.js';
import {cut, recurrent} from './experiment.js';
import {spectrumBars} from './spectrum.js';

// What a reader can change of the experiment: the network, its sizes, the stimuli and the rates.

// handsPanel returns the panel: {node, show}. change(keys, act) hears of new keys of the experiment, and of the act that does
// the same in mid-run, null if none does; sketch of keys while they are still being dragged.
export function handsPanel({change, sketch}) {
	const network = html('select', {id: 'network', onchange: () => change({network: network.value}, null)}), sentence = html('p', {class: 'hint'});
	const number = (id, least, most, act) => html('input', {id, type: 'number', min: least, max: most, step: 'any', inputmode: 'decimal', onchange: act});
	const text = (id, act) => html('input', {id, type: 'text', spellcheck: 'false', autocomplete: 'off', onchange: act});
	const whole = (input) => { const v = Math.round(Number(input.value)); return Number.isFinite(v) ? Math.max(Number(input.min), Math.min(Number(input.max), v)) : null; };
	const k = number('k', 1, 40, () => { if (whole(k)) change({outputs: whole(k), lambda: null, ...apart(whole(k))}, null); });
	const n = number('n', 1, 400, () => { if (whole(n)) change({stimulus: known() ? {spectrum: shown.spectrum.slice(0, whole(n)), inputs: whole(n)} : {...given, inputs: whole(n)}}, null); });
	const turns = number('turns', 1, 20, () => { if (whole(turns)) change(whole(turns) < 2 ? {turns: null, settle: {method: 'jacobi', sweeps: 1}, network: recurrent(shown.network)} : {turns: whole(turns), settle: null, network: cut(shown.network)}, {settle: {method: 'jacobi', sweeps: whole(turns)}}); });
	const tau = number('tau', 0.001, 100, () => { if (Number(tau.value) > 0) change({tau: Number(tau.value)}, {tau: Number(tau.value)}); });
	const slide = html('input', {type: 'range', min: -2, max: 1, step: 0.02, 'aria-label': 'τ', oninput: () => { tau.value = String(Number((10 ** Number(slide.value)).toPrecision(2))); sketch({tau: Number(tau.value)}); }, onchange: () => tau.dispatchEvent(new Event('change'))});
	const lambda = text('lambda', () => { const v = lambda.value.trim(), list = v.split(/[,\s]+/).map(Number), given = list.every((x) => x > 0) ? list : v; if (v) change({lambda: given}, {lambda: given}); });
	const rate = text('rate', () => { const v = rate.value.trim(), given = Number(v) > 0 ? Number(v) : v; if (v) change({rate: given}, {rate: given}); });
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
		changed: (spectrum) => change({stimulus: spectrumOf(spectrum)}, {stimulus: {spectrum}}),
	});
	const field = (name, title, ...inside) => html('label', {class: 'hand', title}, html('span', {}, name), inside);
	const turnsField = field('turns S', 'simultaneous turns in which the outputs settle', turns);
	const spectrum = html('div', {class: 'of-spectrum'}, html('h3', {}, 'Spectrum ', html('small', {}, 'the variance along each component; drag a bar (heights go by the root)')), bars.node);
	const of = html('small', {}), note = html('p', {class: 'wrong', role: 'alert'});
	const node = html('section', {class: 'panel hands'}, html('header', {}, html('h2', {}, 'Hands on ', of)),
		html('div', {class: 'hand-fields'}, field('network', 'which circuit', network), field('inputs N', 'number of inputs', n), field('outputs K', 'number of outputs', k), turnsField), sentence,
		spectrum,
		html('div', {class: 'hand-fields'}, field('gains Λ', 'one for each output, or the first and the last as 1:0.7', lambda), field('rate α', 'a number, or a schedule of t such as 10/(250+t)', rate), html('div', {class: 'hand'}, html('label', {for: 'tau'}, 'τ'), html('span', {class: 'pairing'}, tau, slide))), note);
	const put = (input, v) => { if (document.activeElement !== input) input.value = v; };
	return {
		node,
		// show takes the description of the circuit that acts are for, that of the first circuit, its stimuli as they were given, and
		// words that say which circuit is described.
		show(d, own, stimulus, circuit) {
			[shown, given] = [own, stimulus];
			of.textContent = circuit;
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
		wrong(message) { note.textContent = message; },
	};
}
