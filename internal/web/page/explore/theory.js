import {html} from '../dom.js';
import {finite, short, subscript} from '../number.js';

// What the theory predicts for the spectrum and the parameters: the fixed point, the rates, and lateral states that trap.

// theoryPanel returns the panel: {node, wait, show}.
export function theoryPanel() {
	const of = html('small', {}), answer = html('p', {class: 'answer-text'}), table = html('div', {class: 'scroll'}), traps = html('div', {}), notes = html('ul', {class: 'hint notes'});
	const node = html('section', {class: 'panel theory'}, html('header', {}, html('h2', {}, 'What the theory predicts ', of)), answer, table, traps, notes);
	const head = (...names) => html('thead', {}, html('tr', {}, names.map((name) => html('th', {scope: 'col'}, name))));
	const rows = (list) => html('tbody', {}, list.map((cells) => html('tr', {}, cells.map((c, i) => html(i === 0 ? 'th' : 'td', {scope: i === 0 ? 'row' : null}, c)))));
	return {
		node,
		// wait says that what stands there is of what was before.
		wait() { node.classList.add('stale'); },
		// show takes a prediction, of which circuit it is, where there are two, and whether something was done to synapses or neurons,
		// of which the theory knows nothing.
		show(t, circuit, touched) {
			node.classList.remove('stale');
			of.textContent = `${circuit}for this spectrum, Λ, τ and turns${touched ? ', as if no synapse or neuron had been changed by an act' : ''}`;
			answer.textContent = t.why ? t.why[0].toUpperCase() + t.why.slice(1) : [t.answer ?? verdict(t), ...(full(t) ? [spanned] : [])].join(' ');
			for (const part of [table, traps]) part.hidden = Boolean(t.why);
			notes.replaceChildren(...[...(t.warnings ?? []), ...(t.notes ?? [])].map((text) => html('li', {}, text)));
			if (t.why) return;
			table.replaceChildren(html('table', {'aria-label': 'predicted fixed point'}, head('output', 'scale mᵢ', '|row of F|'), rows(t.scales.map((m, i) => [`y${subscript(i)}`, short(m), short(t.amplitudes?.[i])]))),
				t.pairs?.length > 0 && html('table', {'aria-label': 'predicted rates of pairs'}, head('pair', 'slowest rate', '1/rate, Σα'), rows(t.pairs.slice(0, 6).map((p) => [p.outputs.map((i) => `y${subscript(i)}`).join(' ↔ '), short(p.eigenvalues[0][0]), finite(p.time_constant) ? short(p.time_constant) : '–']))));
			traps.replaceChildren(t.traps?.length > 0 ? html('table', {'aria-label': 'lateral states'}, head(term('lateral state of rank', 'in a lateral state outputs share components, and lateral synapses stay; its rank is how many components it has'), term('g*', 'threshold: the state lets in a component whose variance is larger'), term('stays', 'whether the state is stable: a circuit that is in it does not leave it')), rows(t.traps.slice(0, 4).map((s) => [String(s.rank), s.threshold?.length > 0 ? s.threshold.map((g) => short(g)).join(', ') : 'none', s.stable ? 'yes' : 'no']))) : '');
		},
	};
}

// full reports whether a stable lateral state has all wanted components, as the wanted fixed point has.
const full = ({traps}) => traps?.some(({stable, missing}) => stable && missing.length === 0);
const spanned = 'Such a state finds the right space, and not the axes.';

// term returns a word of the theory with what it means, for a pointer, a finger and a key.
function term(word, meaning) {
	return html('span', {class: 'term', tabindex: 0, title: meaning}, word);
}

// verdict says whether the fixed point is stable, and up to which τ.
function verdict({stability, largest_stable_tau: largest}) {
	const where = !finite(largest) ? 'stable for every τ' : largest > 0 ? `stable for τ below ${short(largest)}` : 'stable for no τ';
	return `At this τ the fixed point with one component for each output is ${stability}. It is ${where}.`;
}
