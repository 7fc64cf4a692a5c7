import {html, svg} from './dom.js';
import {fillColour, largest} from './colour.js';
import {exists, nameOf, symbolOf, valueOf, valuesOf} from './element.js';
import {drawMatrix} from './matrix.js';
import {finite, short, subscript} from './number.js';
import {set, state} from './state.js';

// An output neuron: its tuning, what it hears and from whom, whom it reaches, and what it answers to the
// stimulus of a step.

const mostListed = 6, mostBars = 400;

// neuronView returns {node, show}: show takes the post of an output, or null, and a snapshot.
export function neuronView(source, run) {
	const tuning = html('figure', {class: 'tuning'}), lists = html('div', {class: 'heard'});
	const answer = html('span', {class: 'answer'}), ask = html('button', {type: 'button', onclick: () => replay()}, 'replay this stimulus');
	const node = html('div', {class: 'neuron-view', hidden: true}, tuning, lists, html('p', {class: 'controls'}, ask, answer));
	const image = run.image && drawMatrix({rows: run.image.rows, columns: run.image.columns, height: (w) => (w * run.image.rows) / run.image.columns, label: 'tuning: the row of W as an image',
		pick: (p, q) => set({element: nameOf({kind: 'feedforward', post: shown, pre: p * run.image.columns + q})})});
	let shown = null, abort = null, asked = null;

	const moment = () => `${state.trial} ${state.step}`;
	const replay = async () => {
		abort?.abort();
		const mine = abort = new AbortController(), post = shown, step = Math.max(1, state.step);
		try {
			const found = await source.step({trial: state.trial, step}, (done) => { answer.textContent = `replaying: ${Math.round(100 * (done ?? 0))} %`; }, mine.signal);
			if (mine.signal.aborted || post !== shown) return;
			const last = (variable) => found.phases.at(-1)?.signals.find((s) => s.variable === variable)?.values[post];
			asked = moment();
			answer.textContent = `Step ${step}: ỹ${subscript(post)} ${short(last('ỹ'))}, y${subscript(post)} ${short(last('y'))}`;
		} catch (error) {
			if (!mine.signal.aborted) answer.textContent = error.message;
		}
	};
	const entry = (element, value) => html('li', {}, html('button', {type: 'button', class: 'symbol-button', title: nameOf(element), onclick: () => set({element: nameOf(element)})}, symbolOf(element)), ' ', html('b', {}, short(value)));
	const list = (title, all) => all.length > 0 && html('div', {}, html('h3', {}, title), html('ol', {}, all.slice(0, mostListed).map(({element, value}) => entry(element, value))),
		all.length > mostListed && html('p', {class: 'hint'}, `and ${all.length - mostListed} weaker ones`));
	const ranked = (elements, snapshot) => elements.map((element) => ({element, value: valueOf(element, snapshot)})).filter(({value}) => finite(value))
		.sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
	const others = (post, of) => Array.from({length: run.outputs}, (_, i) => of(i)).filter((e) => e.post !== e.pre && exists(run, 'lateral', e.post, e.pre));
	return {
		node,
		show(post, snapshot) {
			node.hidden = post === null || !snapshot;
			if (post !== shown || (asked !== null && asked !== moment())) {
				abort?.abort();
				[asked, answer.textContent] = [null, ''];
			}
			shown = post;
			if (node.hidden) return;
			const row = valuesOf('feedforward', snapshot)?.slice(post * run.inputs, (post + 1) * run.inputs) ?? null;
			tuning.replaceChildren(html('figcaption', {}, `Tuning: what each input does to y${subscript(post)}, up to ±${short(largest(row))}`), image ? image.node : bars(row, post));
			image?.show(row, largest(row));
			lists.replaceChildren(...[
				list('hears inputs', row ? ranked(Array.from({length: run.inputs}, (_, pre) => ({kind: 'feedforward', post, pre})), snapshot) : []),
				list('hears outputs', ranked(others(post, (pre) => ({kind: 'lateral', post, pre})), snapshot)),
				list('reaches outputs', ranked(others(post, (to) => ({kind: 'lateral', post: to, pre: post})), snapshot)),
			].filter(Boolean));
		},
	};
}

// bars draws a row of W, a bar for each input.
function bars(row, post) {
	if (!row || row.length > mostBars) return html('p', {class: 'hint'}, row ? 'There are too many inputs to be drawn one by one.' : 'W was not recorded.');
	const most = largest(row) || 1, high = 70, wide = 100 / row.length;
	return svg('svg', {class: 'bars', width: '100%', height: high, viewBox: `0 0 100 ${high}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': 'weights from each input'},
		row.map((v, pre) => {
			const size = finite(v) ? (Math.abs(v) / most) * (high / 2 - 2) : 0;
			const bar = svg('rect', {x: (pre + 0.12) * wide, width: 0.76 * wide, y: v > 0 ? high / 2 - size : high / 2, height: Math.max(size, 0.5)}, svg('title', {}, `${symbolOf({kind: 'feedforward', post, pre})} ${short(v)}`));
			bar.style.fill = fillColour(v, most);
			bar.addEventListener('click', () => set({element: nameOf({kind: 'feedforward', post, pre})}));
			return bar;
		}));
}
