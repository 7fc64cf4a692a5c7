import {html, runTag} from './dom.js';
import {none, short} from './number.js';
import {saveMenu} from './save.js';

// What was measured of every population and every projection, as tables: a column for each.

// measuresPanel returns {node, show}.
export function measuresPanel(run) {
	let tables = [];
	const numbers = () => tables.flatMap((t) => [[t.title, ...t.parts], ...t.rows.map((r) => [r.name, ...r.values])]);
	const body = html('div', {class: 'scroll'});
	const node = html('section', {class: 'panel measures of-measures', hidden: true}, html('header', {}, html('h2', {}, 'Measures', ' ', html('small', {}, 'of populations and projections, at the end'), runTag(run)), saveMenu('measures', numbers)), body);
	return {
		node,
		show(trial) {
			tables = trial?.tables ?? [];
			node.hidden = tables.length === 0;
			body.replaceChildren(...tables.map((t) => html('table', {}, html('caption', {}, t.title),
				html('thead', {}, html('tr', {}, html('td', {}), t.parts.map((name) => html('th', {scope: 'col'}, name)))),
				html('tbody', {}, t.rows.map((r) => html('tr', {title: r.about}, html('th', {scope: 'row'}, r.name), r.values.map((v) => html('td', {}, v === null ? none : short(v)))))))));
		},
	};
}
