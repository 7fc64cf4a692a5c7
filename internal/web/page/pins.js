import {html} from './dom.js';
import {nameOf, parseElement, symbolOf} from './element.js';
import {set, state, watch} from './state.js';

// Pinned elements: their traces are drawn over that of the selected one. They stand in the address.

const mostPins = 6; // with the selected one as many as there are colours, here and in twophase plot

// pinned returns the pinned elements of a run: {name, symbol, style}. Each keeps its colour while it is selected.
export function pinned(run) {
	const found = (state.pins ?? '').split(' ').map((name) => {
		try {
			return parseElement(name, run);
		} catch {
			return null; // of another run
		}
	}).filter(Boolean);
	return found.slice(0, mostPins).map((element, i) => ({name: nameOf(element), symbol: symbolOf(element), style: `run-${i + 1}`}));
}

// pin pins an element, or unpins it. It throws an error if there are too many.
export function pin(run, name) {
	const before = pinned(run).map((p) => p.name), others = before.filter((n) => n !== name);
	if (others.length === mostPins) throw new Error(`${mostPins} are pinned: unpin one first`);
	set({pins: (others.length === before.length ? [...others, name] : others).join(' ') || null});
}

// pinList returns the list of the pinned elements: each is selected by its name, and unpinned by the cross beside it.
export function pinList(run) {
	const node = html('ul', {class: 'pins', 'aria-label': 'pinned elements'});
	const show = () => {
		const held = node.contains(document.activeElement); // so that the focus stays in the list
		node.replaceChildren(...pinned(run).map(({name, symbol, style}) => html('li', {}, html('i', {class: `swatch ${style}`}),
			html('button', {type: 'button', class: 'symbol-button', title: `select ${name}`, 'aria-label': `select ${name}`, onclick: () => set({element: name})}, symbol),
			html('button', {type: 'button', class: 'unpin', title: `unpin ${name}`, 'aria-label': `unpin ${name}`, onclick: () => pin(run, name)}, '×'))));
		node.hidden = node.children.length === 0;
		if (held) (node.querySelector('button') ?? document.getElementById('pin'))?.focus();
	};
	watch('pins', show);
	show();
	return node;
}
