import {html} from '../dom.js';
import {finite} from '../number.js';
import {cut, recurrent} from './experiment.js';
import {spectrumBars} from './spectrum.js';

// What a reader can change of the experiment: the network, its sizes, the stimuli and the rates.

// handsPanel returns the panel: {node, offered, refuse, show, threshold}. alter(keys, act) hears of new keys of the experiment, and of the act that does
// the same in mid-run, null if none does; it is a promise that fails where they cannot be had. sketch hears of keys while they are still
// being dragged.
export function handsPanel({alter, sketch}) {
	// wrong says at a field what is wrong with what was typed, and puts back what the circuit has; or it says nothing.
	const notes = new Map(), wrong = (input, message) => {
		remark(input, message, 'wrong');
		if (message && input.matches('input, select')) input.setAttribute('aria-invalid', 'true');
		else input.removeAttribute('aria-invalid');
		if (message && texts.has(input)) input.value = texts.get(input)(now);
	};
	const remark = (input, message, kind) => Object.assign(notes.get(input), {textContent: message, className: kind});
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
	// allowed reports whether a field may have what it says, and says what it may have if not.
	const allowed = (input, good, range) => {
		wrong(input, good ? '' : `${input.value.trim() || 'This'} is not possible here: give ${range}`);
		return good;
	};
	// whole returns the number of a field, null if that is none that it may have.
	const whole = (input, most = Number(input.max), why = '') => {
		const v = Number(input.value);
		return allowed(input, Number.isInteger(v) && v >= Number(input.min) && v <= most, `a whole number from ${input.min} to ${most}${why}`) ? v : null;
	};
	// printed returns a gain as its field shows it.
	const printed = (gain) => (finite(gain) ? String(Number(gain.toPrecision(4))) : '');
	const k = number('k', 1, 40, () => {
		const few = known() && shown.n <= 40, v = few ? whole(k, shown.n - 1, ', fewer than the inputs') : whole(k), other = v ? apart(v) : {};
		if (v) change(k, {outputs: v, lambda: null, ...other}, null).then(() => { if (other.stimulus && !notes.get(k).textContent) remark(k, 'The spectrum is another now: its first K variances have to differ.', 'hint'); });
	});
	const n = number('n', 1, 400, () => { const v = whole(n); if (v) change(n, {stimulus: known() ? {spectrum: shown.spectrum.slice(0, v), inputs: v} : {...given, inputs: v}}, null); });
	const turns = number('turns', 1, 20, () => { const v = whole(turns); if (v) change(turns, v < 2 ? {turns: null, settle: {method: 'jacobi', sweeps: 1}, network: recurrent(shown.network)} : {turns: v, settle: null, network: cut(shown.network)}, {settle: {method: 'jacobi', sweeps: v}}); });
	const tau = number('tau', 0.001, 100, () => { const v = Number(tau.value); if (allowed(tau, v >= Number(tau.min) && v <= Number(tau.max), `a number from ${tau.min} to ${tau.max}`)) change(tau, {tau: v}, {tau: v}); });
	const slide = html('input', {type: 'range', min: -2, max: 1, step: 0.02, 'aria-label': 'τ', oninput: () => { tau.value = String(Number((10 ** Number(slide.value)).toPrecision(2))); sketch({tau: Number(tau.value)}); }, onchange: () => tau.dispatchEvent(new Event('change'))});
	const lambda = text('lambda', () => { const v = lambda.value.trim(), list = v.split(/[,\s]+/).map(Number), given = list.every((x) => x > 0) ? list.map((x, i) => (String(x) === printed(now.lambda?.[i]) ? now.lambda[i] : x)) : v; if (allowed(lambda, v !== '', 'a gain for each output')) change(lambda, {lambda: given}, {lambda: given}); });
	const rate = text('rate', () => { const v = rate.value.trim(), given = Number(v) > 0 ? Number(v) : v; if (allowed(rate, v !== '' && !(Number(v) <= 0), 'a number above 0, or a schedule')) change(rate, {rate: given}, {rate: given}); });
	let now = null, shown = null, given = null; // what the fields show, the description of the first circuit, and the stimuli as the experiment has them
	// known reports whether the stimuli have a spectrum, as which they can be given whatever they were given as.
	const known = (d = shown) => d.spectrum?.length > 0;
	const spectrumOf = (spectrum) => ({spectrum, inputs: shown.n});
	// apart returns stimuli whose first k components are distinct, where the given ones do not differ.
	const apart = (wanted) => {
		const g = shown.spectrum;
		if (!known() || g[wanted - 1] > (g[wanted] ?? 0)) return {};
		const top = Array.from({length: wanted}, (_, i) => Number((g[0] * (1 - (0.5 * i) / Math.max(1, wanted - 1))).toPrecision(3)));
		return {stimulus: spectrumOf([...top, Number(Math.min(0.2 * g[0], g.at(-1)).toPrecision(3))])};
	};
	const bars = spectrumBars({
		changing: (spectrum) => sketch({stimulus: spectrumOf(spectrum)}),
		changed: (spectrum) => change(bars.node, {stimulus: spectrumOf(spectrum)}, {stimulus: {spectrum}}),
	});
	const field = (name, title, inside) => html('div', {class: 'hand'}, html('label', {title, for: inside.id}, name), inside, noted(inside));
	const nField = field('inputs N', 'number of inputs', n), kField = field('outputs K', 'number of outputs', k), lambdaField = field('gains Λ', 'one for each output, or the first and the last as 1:0.7', lambda), rateField = field('rate α', 'a number, or a schedule of t such as 10/(250+t)', rate);
	const tauField = html('div', {class: 'hand'}, html('label', {for: 'tau'}, 'τ'), html('span', {class: 'pairing'}, tau, slide), noted(tau)), turnsField = field('turns S', 'simultaneous turns in which the outputs settle', turns);
	const spectrum = html('div', {class: 'of-spectrum'}, html('h3', {}, 'Spectrum ', html('small', {}, 'the variance along each component; drag a bar (heights go by the root)')), bars.node, noted(bars.node));
	const fields = html('div', {hidden: true}, html('div', {class: 'hand-fields'}, field('network', 'which circuit', network), nField, kField, turnsField), sentence,
		spectrum,
		html('div', {class: 'hand-fields'}, lambdaField, rateField, tauField));
	// others are acts that give each of these fields another value.
	const others = ({lambda = [], tau}) => [[tauField, {tau: 0.9 * tau}], [rateField, {rate: 0.0005}], [lambdaField, {lambda: lambda.map((gain, i) => (i === lambda.length - 1 ? 0.99 * gain : gain))}]];
	const of = html('small', {}), node = html('section', {class: 'panel hands'}, html('header', {}, html('h2', {}, 'Hands on ', of)), html('p', {id: 'loading'}, 'loading the simulator…'), fields);
	const texts = new Map([[k, (d) => String(d.k)], [n, (d) => String(d.n)], [lambda, (d) => (d.lambda ?? []).map(printed).join(', ')], [rate, (d) => d.rate ?? ''], [tau, (d) => (finite(d.tau) ? String(d.tau) : '')], [turns, (d) => (d.turns ? String(d.turns) : '')], [network, (d) => d.network]]);
	return {
		node,
		// offered returns acts that stand for what the fields can do, refuse takes those that the circuit does not take.
		offered: (d) => others(d).map(([, act]) => act),
		refuse(acts, d) { for (const [field, act] of others(d)) field.hidden = acts.has(JSON.stringify(act)); },
		// show takes the description of the circuit that acts are for, that of the first circuit, its stimuli as they were given, and
		// words that say which circuit is described.
		show(d, own, stimulus, circuit) {
			[now, shown, given, fields.hidden] = [d, own, stimulus, false];
			for (const input of notes.keys()) wrong(input, ''); // what was wrong was of what stood before
			of.textContent = circuit;
			document.getElementById('loading')?.remove();
			const listed = d.networks.some(({name}) => name === d.network), choices = listed ? d.networks : [{name: d.network, title: 'the circuit of the experiment file'}, ...d.networks];
			if (network.options.length !== choices.length || network.options[0].value !== choices[0].name) network.replaceChildren(...choices.map(({name, title}) => html('option', {value: name, title}, name)));
			network.value = d.network;
			sentence.textContent = d.networks.find(({name}) => name === d.network)?.sentence ?? '';
			for (const [input, text] of texts) if (document.activeElement !== input) input.value = text(d);
			if (document.activeElement !== slide && d.tau > 0) slide.value = String(Math.log10(d.tau));
			turnsField.hidden = !d.turns;
			kField.hidden = Boolean(d.kFixed);
			n.max = known() ? 400 : 100; // of other stimuli the components are searched for, which takes long of many inputs
			nField.hidden = !known() && own.experiment.stimulus.inputs === undefined;
			spectrum.hidden = !known(d);
			if (known(d)) bars.show(d.spectrum, d.k, d.n);
		},
		// threshold takes what the theory says.
		threshold({traps}) { bars.threshold(traps ?? []); },
	};
}
