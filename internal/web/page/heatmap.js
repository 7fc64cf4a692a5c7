import {html} from './dom.js';
import {finite, short} from './number.js';

// A table of cells whose shade is the logarithm of an error: the darker, the smaller.

// drawHeatmap draws the median error of the runs of each cell; open hears of the runs of one that is chosen.
export function drawHeatmap({columns, rows, of, across, down, open}) {
	const all = rows.map((y) => columns.map((x) => {
		const runs = of(x, y);
		return {runs, value: median(runs.map((run) => run.e_pro)), x, y};
	}));
	const logs = all.flat().filter(({value}) => value > 0).map(({value}) => Math.log10(value)), low = Math.min(...logs), high = Math.max(...logs);
	const cell = ({runs, value, x, y}) => {
		if (runs.length === 0) return html('td', {class: 'no-run', title: 'there is no run'}, '');
		const share = value > 0 && high > low ? (high - Math.log10(value)) / (high - low) : 1;
		const node = html('td', {}, html('button', {type: 'button', 'aria-label': `${across} ${x}, ${down} ${y}: E_Pro ${short(value)}, ${runs.length === 1 ? 'open the run' : `draw ${runs.length} runs`}`, onclick: () => open(runs)}, short(value, 2), runs.length > 1 && html('small', {}, ` ×${runs.length}`)));
		node.style.background = `color-mix(in srgb, var(--below) ${Math.round(100 * share)}%, var(--zero))`;
		node.className = share > 0.5 ? 'dark' : '';
		return node;
	};
	return html('div', {class: 'scroll'}, html('table', {class: 'heat', 'aria-label': `error by ${across} and ${down}`},
		html('thead', {}, html('tr', {}, html('th', {scope: 'col'}, `${down} ↓ ${across} →`), columns.map((x) => html('th', {scope: 'col'}, String(x))))),
		html('tbody', {}, all.map((cells, i) => html('tr', {}, html('th', {scope: 'row'}, String(rows[i])), cells.map(cell))))));
}

function median(values) {
	const sorted = values.filter(finite).sort((a, b) => a - b), n = sorted.length;
	return n === 0 ? NaN : (sorted[Math.floor((n - 1) / 2)] + sorted[Math.floor(n / 2)]) / 2;
}
