import {html, latest, said} from './dom.js';
import {drawHeatmap} from './heatmap.js';
import {count, finite, none, short} from './number.js';
import {plot} from './plot.js';
import {linesOf, saveMenu} from './save.js';
import {sortedTable} from './sorted.js';
import {set, state, watch, zoomed} from './state.js';
import {themeButton} from './theme.js';

// The runs of a folder: a list that is sorted and filtered, any of them drawn over one another, and the error
// by two keys in which they differ.

const mostOver = 8, mostElements = 3; // as many as the eye distinguishes

// runsPage returns {nodes, begin}: begin reads what the address says is drawn.
export function runsPage(source, {folder, runs, note}) {
	const keys = varying(runs);
	const columns = [{key: 'name', title: 'run'}, ...keys.map((key) => ({key: `key ${key}`, title: key})), {key: 'e_pro', title: 'E_Pro', detail: 'error at the end, the median of the trials'}, {key: 'state', title: 'state'}];
	const rows = runs.map((run) => ({...run, ...Object.fromEntries(keys.map((key) => [`key ${key}`, sortable(run.keys[key])]))}));
	const over = () => JSON.parse(state.over ?? '[]').filter((name) => runs.some((run) => run.name === name));
	const tick = (name, on) => set({over: JSON.stringify([...over().filter((n) => n !== name), ...(on ? [name] : [])].slice(-mostOver))});
	const list = sortedTable({label: 'runs', by: 'name', columns, row: (run) => html('tr', {},
		html('th', {scope: 'row'}, html('label', {}, html('input', {type: 'checkbox', checked: over().includes(run.name), 'data-run': run.name, 'aria-label': `draw ${run.name}`, onchange: (e) => tick(run.name, e.target.checked)})), html('a', {href: addressOf(run.name)}, run.name)),
		keys.map((key) => html('td', {title: run.keys[key]?.length > 24 ? run.keys[key] : null}, run.keys[key] ?? none)), html('td', {title: finite(run.e_pro) ? String(run.e_pro) : null}, short(run.e_pro)), html('td', {class: run.state === 'complete' ? null : 'unfinished'}, run.state))});
	const filter = html('input', {type: 'search', id: 'filter', placeholder: 'filter: ifPSP tau=0.5', 'aria-label': 'show the runs that have all of these words, such as ifPSP or tau=0.5', value: state.filter ?? '', oninput: () => set({filter: filter.value || null})});
	const number = html('small', {});
	const show = () => {
		const words = (state.filter ?? '').toLowerCase().split(/\s+/).filter(Boolean);
		const found = rows.filter((run) => words.every((word) => textOf(run).includes(word)));
		number.textContent = found.length === rows.length ? count(rows.length) : `${count(found.length)} of ${count(rows.length)}`;
		list.show(found);
	};
	show();
	const numbers = () => [['run', ...keys, 'e_pro', 'state'], ...rows.map((run) => [run.name, ...keys.map((key) => run.keys[key]), run.e_pro, run.state])];
	const overlay = overlayPanel(source, over), map = heatmapPanel(rows, keys);
	watch('filter', show);
	watch('over', () => {
		for (const box of list.body.querySelectorAll('[data-run]')) box.checked = over().includes(box.dataset.run);
	});
	return {
		nodes: [
			html('header', {class: 'top'}, html('div', {}, html('h1', {}, folder), html('p', {class: 'facts'}, 'Tick two or more runs to draw them over one another; a name opens its run.')), html('div', {class: 'tools'}, themeButton())),
			html('main', {}, note && html('ul', {class: 'warnings'}, html('li', {}, note)),
				html('section', {class: 'panel runs'}, html('header', {}, html('h2', {}, 'Runs ', number), filter, saveMenu('runs', numbers)), list.node),
				overlay.node, map),
			html('footer', {}, `twophase view · ${folder}`), said,
		],
		begin: overlay.begin,
	};
}

// varying returns the keys in which runs differ.
function varying(runs) {
	const all = [...new Set(runs.flatMap((run) => Object.keys(run.keys)))].sort();
	return ['network', 'problem', 'steps', ...all.filter((key) => !['network', 'problem', 'steps'].includes(key) && new Set(runs.map((run) => run.keys[key])).size > 1)].filter((key) => all.includes(key));
}

const sortable = (text) => (text === undefined ? null : text !== '' && Number.isFinite(Number(text)) ? Number(text) : text);
const textOf = (run) => [run.name, run.title, run.state, ...Object.entries(run.keys).map(([key, v]) => `${key}=${v}`)].join(' ').toLowerCase();
const addressOf = (run) => '#' + new URLSearchParams({run, theme: state.theme});

// overlayPanel draws runs over one another: what is measured of all of them, and elements by their names.
function overlayPanel(source, over) {
	const names = html('input', {type: 'text', id: 'elements', spellcheck: 'false', placeholder: 'lateral[0,1] scale[0]', 'aria-label': 'elements to draw, such as lateral[0,1] scale[0]', value: state.elements ?? '', onchange: () => set({elements: names.value.trim() || null})});
	const error = plot({label: 'E_Pro', values: 'log', decades: 8}), ratio = plot({label: 'size of the lateral weights'}), pruned = plot({label: 'fraction pruned', zero: true}), weights = plot({label: 'elements', height: 210});
	const plots = [error, ratio, pruned, weights], missing = html('p', {class: 'wrong', role: 'alert'});
	const node = html('section', {class: 'panel over', hidden: true}, html('header', {}, html('h2', {}, 'Over one another'), html('label', {class: 'fact'}, html('span', {}, 'elements '), names), saveMenu('overlaid runs', () => linesOf(plots))), plots.map((p) => p.node), missing);
	let found = [];
	const draw = () => {
		const last = Math.max(1, ...found.map(({trial}) => trial.last)), base = {time: state.time, range: zoomed() ?? [0, last], marks: []};
		const line = (name, i, points, value) => {
			const there = points.filter((p) => finite(value(p)));
			return {name, style: `run-${i}`, step: there.map((p) => p.step), values: there.map(value)};
		};
		const measured = (p, title, key) => {
			const lines = found.map(({name, trial}, i) => line(name, i, trial.curve ?? [], (point) => point[key])).filter((l) => l.step.length > 0);
			p.node.hidden = lines.length === 0;
			if (lines.length) p.show({...base, title, lines, dated: true});
		};
		measured(error, 'E_Pro', 'e_pro');
		measured(ratio, 'lateral ratio', 'lateral_ratio');
		measured(pruned, 'fraction pruned', 'pruned');
		const lines = found.flatMap(({name, series}, i) => series.map((s, k) => ({name: `${s.element} in ${name}`, style: `run-${i} element-${k}`, step: s.step, values: s.weight})));
		weights.node.hidden = lines.length === 0;
		if (lines.length) weights.show({...base, lines, dated: true});
	};
	const fetchAll = latest(async () => {
		const elements = (state.elements ?? '').split(/[\s;]+/).filter(Boolean).slice(0, mostElements), failures = [];
		const [from, to] = zoomed() ?? [0, 1e12];
		found = (await Promise.all(over().map(async (name) => {
			const of = source.pick(name);
			const ask = async () => {
				const trial = await of.trial(state.trial);
				return trial.pending ? new Promise((again) => setTimeout(again, 300)).then(ask) : trial;
			};
			const failed = (error) => { failures.push(`${name}: ${error.message}`); return null; };
			const trial = await ask().catch(failed);
			if (!trial) return null;
			const series = await Promise.all(elements.map((element) => of.series({trial: state.trial, element, from: Math.max(from, trial.first), to: Math.min(to, trial.last), points: 1200, time: state.time}).catch(failed)));
			return {name, trial, series: series.filter(Boolean)};
		}))).filter(Boolean);
		missing.textContent = failures.join('; ');
		node.hidden = over().length < 1;
		draw();
	});
	watch('over elements zoom time', fetchAll);
	return {node, begin: () => { if (over().length) fetchAll(); }};
}

// heatmapPanel draws the error by two keys. A cell opens its run, or ticks its runs if there are several.
function heatmapPanel(rows, keys) {
	const measured = rows.filter((run) => finite(run.e_pro)), values = (key) => [...new Set(measured.map((run) => run[`key ${key}`]))].filter((v) => v !== null);
	const usable = keys.filter((key) => values(key).length > 1 && values(key).length <= 60);
	if (usable.length < 2) return null;
	const few = (key) => (key === 'network' || key === 'problem' ? 1 : 0); // numbers first, for they have an order
	let [across, down] = [...usable].sort((a, b) => few(a) - few(b));
	const box = html('div', {});
	const choose = (label, now, pick) => html('label', {class: 'fact'}, html('span', {}, `${label} `), html('select', {onchange: (e) => { pick(e.target.value); draw(); }}, usable.map((key) => html('option', {value: key, selected: key === now()}, key))));
	const cells = () => {
		const order = (key) => values(key).sort((a, b) => (typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en', {numeric: true})));
		return {columns: order(across), rows: order(down), of: (x, y) => measured.filter((run) => run[`key ${across}`] === x && run[`key ${down}`] === y)};
	};
	const draw = () => box.replaceChildren(drawHeatmap({...cells(), across, down, open: (found) => {
		if (found.length === 1) location.hash = addressOf(found[0].name);
		else set({over: JSON.stringify(found.slice(0, mostOver).map((run) => run.name))});
	}}));
	draw();
	const numbers = () => [[across, down, 'run', 'e_pro'], ...measured.map((run) => [run.keys[across], run.keys[down], run.name, run.e_pro])];
	return html('section', {class: 'panel map'}, html('header', {}, html('h2', {}, 'E_Pro ', html('small', {}, 'at the end, by two keys; a cell opens its run')), choose('across', () => across, (key) => { across = key; }), choose('down', () => down, (key) => { down = key; }), saveMenu('heatmap', numbers)), box);
}
