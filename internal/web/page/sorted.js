import {html} from './dom.js';

// A table whose rows are sorted by any column.

// sortedTable returns {node, show, body}. columns are {key, title, detail}; row returns the tr of a row, and
// order may compare two rows by a key, or return undefined. What is not known comes last, either way.
export function sortedTable({label, columns, by, row, order = () => undefined, onSort = () => {}}) {
	let rows = [], down = false;
	const heads = columns.map(({key, title, detail}) => html('th', {scope: 'col', 'aria-sort': 'none', 'data-key': key},
		html('button', {type: 'button', title: detail || null, onclick: () => { down = by === key ? !down : false; by = key; draw(); onSort(); }}, title)));
	const body = html('tbody', {});
	const known = (v) => v !== null && v !== undefined;
	const compare = (a, b) => {
		const [v, w] = [a[by], b[by]];
		if (!known(v) || !known(w)) return known(w) - known(v);
		const found = order(by, a, b) ?? (typeof v === 'string' ? v.localeCompare(w, 'en', {numeric: true}) : v - w);
		return down ? -found : found;
	};
	const draw = () => {
		for (const head of heads) head.setAttribute('aria-sort', head.dataset.key !== by ? 'none' : down ? 'descending' : 'ascending');
		body.replaceChildren(...[...rows].sort(compare).slice(0, most).map(row));
	};
	let most = Infinity;
	return {
		body,
		node: html('div', {class: 'scroll'}, html('table', {'aria-label': label}, html('thead', {}, html('tr', {}, heads)), body)),
		// show lists the first of some rows, as they are sorted.
		show(next, atMost = Infinity) { [rows, most] = [next, atMost]; draw(); },
	};
}
