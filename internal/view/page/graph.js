import {largest, lineColour, lineWidth} from './colour.js';
import {html, onWidth, svg} from './dom.js';
import {exists, nameOf, symbolOf, valueOf} from './element.js';
import {drawMatrix} from './matrix.js';
import {finite, short} from './number.js';

// A circuit of any populations and projections, by its own description: layers from left to right, and each
// projection as a matrix with a key. A small one is drawn neuron by neuron, a large one population by population.

const mostWires = 400, mostInColumn = 40;

// drawGraph returns the drawing of a run's circuit, which shows and selects as drawCircuit does. keyOf draws
// the key of a range of colours.
export function drawGraph(run, pick, keyOf) {
	const {populations, parts} = run.graph, projections = parts.filter((p) => p.class === 'synapses');
	const layers = layersOf(populations, projections);
	const small = projections.reduce((n, p) => n + p.rows * p.columns, 0) <= mostWires && populations.every((p) => p.neurons <= mostInColumn);
	const box = html('div', {class: 'circuit'}), matrices = parts.map((part) => partFigure(part, run, pick, keyOf));
	const node = html('div', {class: 'any-circuit'}, box, html('div', {class: 'part-figures'}, matrices.map((m) => m.node)));
	let drawn = null, picture = null, selected = null;
	const paint = () => {
		const most = picture?.limits.parts ?? {};
		for (const {element, wire, halo, casing, title} of drawn?.items ?? []) {
			const value = valueOf(element, picture?.snapshot, run), width = lineWidth(value, most[element.kind]);
			wire.style.stroke = finite(value) ? lineColour(value, most[element.kind]) : 'var(--gap-line)';
			wire.style.strokeDasharray = finite(value) ? '' : '2 5';
			[wire.style.strokeWidth, casing.style.strokeWidth, halo.style.strokeWidth] = [width, width + 2.5, width + 5.5];
			title.textContent = `${symbolOf(element)}: ${finite(value) ? short(value) : 'not recorded'}`;
			wire.parentNode.setAttribute('aria-label', title.textContent);
		}
	};
	const mark = () => {
		for (const {element, wire} of drawn?.items ?? []) {
			const found = selected && nameOf(element) === nameOf(selected);
			if (found) wire.parentNode.setAttribute('aria-selected', 'true');
			else wire.parentNode.removeAttribute('aria-selected');
			if (found) drawn.drawing.setAttribute('aria-activedescendant', wire.parentNode.id);
		}
	};
	onWidth(box, (width) => {
		drawn = (small ? drawNeurons : drawPopulations)(run, layers, projections, width, pick);
		box.replaceChildren(drawn.drawing);
		paint();
		mark();
	});
	return {
		node,
		show(next) {
			picture = next;
			paint();
			for (const m of matrices) m.show(picture.snapshot, picture.limits.parts ?? {});
		},
		select(element) {
			selected = element;
			mark();
			for (const m of matrices) m.select(element);
		},
		redraw() { for (const m of matrices) m.redraw(); },
	};
}

// layersOf returns the populations in layers: as many projections from an input as it takes to get there. Those
// that no input reaches, as interneurons that hear by the synapses of another projection, stand beside whom they reach.
function layersOf(populations, projections) {
	const depth = new Map(populations.filter((p) => p.input).map((p) => [p.name, 0]));
	for (let again = true; again;) {
		again = false;
		for (const {from, to} of projections) {
			if (depth.has(from) && !depth.has(to)) [again] = [true, depth.set(to, depth.get(from) + 1)];
		}
	}
	for (const {name} of populations) {
		if (!depth.has(name)) depth.set(name, 1 + Math.max(0, ...projections.filter((p) => p.from === name).map((p) => depth.get(p.to) ?? 0)));
	}
	const layers = [];
	for (const p of populations) (layers[depth.get(p.name)] ??= []).push(p);
	return layers.filter(Boolean);
}

// frameOf returns where populations stand: {x, top, bottom} by name.
function frameOf(layers, width, height) {
	const places = new Map(), left = 60, right = width - 120;
	layers.forEach((layer, k) => {
		const all = layer.reduce((n, p) => n + Math.max(2, p.neurons), 0);
		let top = 30;
		for (const p of layer) {
			const high = ((height - 40) * Math.max(2, p.neurons)) / all;
			places.set(p.name, {x: layers.length === 1 ? width / 2 : left + (k * (right - left)) / (layers.length - 1), top: top + 20, bottom: top + high - 10});
			top += high;
		}
	});
	return places;
}

const drawingOf = (run, width, height, ...inside) => svg('svg', {width, height, viewBox: `0 0 ${width} ${height}`, tabindex: 0, role: 'listbox', class: 'graph', 'aria-label': `circuit of ${run.graph.populations.map((p) => `${p.neurons} ${p.name}`).join(', ')}; arrow keys move from synapse to synapse`}, inside);
const titleOf = (p, run) => `${p.neurons} ${p.name}${p.input && p.name !== 'inputs' ? ', input' : p.name === run.graph.output && p.name !== 'outputs' ? ', output' : ''}`;

function drawNeurons(run, layers, projections, width, pick) {
	const tallest = Math.max(...layers.map((layer) => layer.reduce((n, p) => n + Math.max(2, p.neurons), 0)));
	const height = Math.max(300, Math.min(540, 60 + tallest * 34)), places = frameOf(layers, width, height), items = [];
	const sizes = new Map(run.graph.populations.map((p) => [p.name, p.neurons]));
	const at = (name, i) => {
		const {x, top, bottom} = places.get(name), n = sizes.get(name);
		return [x, n === 1 ? (top + bottom) / 2 : top + (i * (bottom - top)) / (n - 1)];
	};
	const wires = projections.flatMap((p) => Array.from({length: p.rows * p.columns}, (_, k) => ({kind: p.kind, post: Math.floor(k / p.columns), pre: k % p.columns, p}))).filter(({kind, post, pre}) => exists(run, kind, post, pre)).map(({kind, post, pre, p}) => {
		const [x1, y1] = at(p.from, pre), [x2, y2] = at(p.to, post), back = x2 <= x1, bend = back ? 40 + Math.min(90, 0.3 * Math.abs(y2 - y1)) : 0, c = Math.max(x1, x2) + bend;
		const d = back ? `M${x1} ${y1}C${c} ${y1} ${c} ${y2} ${x2} ${y2}` : `M${x1} ${y1}L${x2} ${y2}`, element = {kind, post, pre};
		const part = (name) => svg('path', {d, class: name}), [halo, casing, wire] = ['halo', 'casing', 'wire'].map(part), title = svg('title', {});
		items.push({element, wire, halo, casing, title});
		return svg('g', {class: 'synapse', role: 'option', id: 'c-' + nameOf(element), onclick: (event) => pick(element, event)}, title, halo, casing, wire, part('hit'));
	});
	const neurons = run.graph.populations.flatMap((p) => Array.from({length: p.neurons}, (_, i) => {
		const [cx, cy] = at(p.name, i);
		return svg('circle', {cx, cy, r: Math.min(9, 150 / p.neurons), class: 'soma', role: 'presentation'});
	}));
	const names = run.graph.populations.map((p) => svg('text', {x: places.get(p.name).x, y: places.get(p.name).top - 16, 'text-anchor': 'middle', class: 'heading', 'aria-hidden': 'true'}, titleOf(p, run)));
	return {drawing: drawingOf(run, width, height, svg('g', {role: 'presentation'}, wires), neurons, names), items};
}

function drawPopulations(run, layers, projections, width) {
	const height = 260, places = frameOf(layers, width, height), middle = (name) => (places.get(name).top + places.get(name).bottom) / 2;
	const arrows = projections.map((p, k) => {
		const [a, b] = [places.get(p.from), places.get(p.to)], y1 = middle(p.from), y2 = middle(p.to), low = Math.max(y1, y2) + 74 + 16 * (k % 3);
		const [d, end, mx, my] = p.from === p.to ? [`M${a.x + 22} ${y1 - 14}C${a.x + 74} ${y1 - 40} ${a.x + 74} ${y1 + 40} ${a.x + 24} ${y1 + 14}`, [a.x + 23, y1 + 14, 180], a.x + 66, y1 + 4]
			: b.x <= a.x ? [`M${a.x} ${y1 + 30}C${a.x} ${low} ${b.x} ${low} ${b.x} ${y2 + 32}`, [b.x, y2 + 31, -90], (a.x + b.x) / 2, low - 4]
			: [`M${a.x + 22} ${y1}L${b.x - 24} ${y2}`, [b.x - 23, y2, (Math.atan2(y2 - y1, b.x - a.x - 46) * 180) / Math.PI], (a.x + b.x) / 2, (y1 + y2) / 2 - 8];
		return [svg('path', {class: 'projection', d}), svg('path', {class: 'head', d: 'M0 0L-9 4.5L-9 -4.5Z', transform: `translate(${end[0]} ${end[1]}) rotate(${end[2]})`}),
			svg('text', {x: mx, y: my, 'text-anchor': 'middle', class: 'symbol', 'aria-hidden': 'true'}, p.kind)];
	});
	const boxes = run.graph.populations.map((p) => {
		const {x, top} = places.get(p.name);
		return [svg('rect', {x: x - 22, width: 44, y: middle(p.name) - 30, height: 60, rx: 8, class: 'soma'}), svg('text', {x, y: Math.max(12, Math.min(top - 16, middle(p.name) - 38)), 'text-anchor': 'middle', class: 'heading', 'aria-hidden': 'true'}, titleOf(p, run))];
	});
	const drawing = drawingOf(run, width, height, arrows, boxes);
	drawing.setAttribute('role', 'img');
	return {drawing, items: []};
}

// partFigure returns a part of the circuit as a matrix with its key, or says that it was not recorded.
function partFigure(part, run, pick, keyOf) {
	const two = part.class === 'synapses', rows = two ? part.rows : 1, columns = two ? part.columns : part.rows;
	const elementAt = (i, j) => (two ? {kind: part.kind, post: i, pre: j} : {kind: part.kind, post: j, pre: -1});
	const hint = html('span', {class: 'hint'}), range = html('span', {});
	const what = two ? `${part.from} → ${part.to}, ${part.rows} × ${part.columns}` : `${part.class} of ${part.to}, ${part.rows}`;
	const matrix = drawMatrix({rows, columns, label: `${part.kind}: ${what}`, height: (w) => Math.max(18, Math.min(220, (w * rows) / columns)),
		pick: (i, j, event) => { if (exists(run, elementAt(i, j).kind, elementAt(i, j).post, elementAt(i, j).pre)) pick(elementAt(i, j), event); },
		hover: (i, j) => { hint.textContent = i === null ? '' : `${symbolOf(elementAt(i, j))} = ${short(valueOf(elementAt(i, j), shown, run))}`; }});
	let shown = null;
	const caption = html('figcaption', {}, html('b', {}, part.kind), ` ${what} `, range);
	matrix.node.style.maxWidth = `${Math.max(60, columns * 30)}px`;
	const node = html('figure', {class: 'part'}, caption, part.recorded ? matrix.node : html('div', {class: 'no-run'}, html('span', {}, 'not recorded')), hint);
	return {
		node,
		redraw: matrix.redraw,
		show(snapshot, limits) {
			shown = snapshot;
			const found = snapshot?.parts?.find((p) => p.kind === part.kind);
			if (!found) return;
			const most = limits[part.kind] || largest(found.values ?? found.blocks?.extreme);
			matrix.show(found.values ?? found.blocks?.extreme, most, found.values ? undefined : found.blocks);
			range.replaceChildren(keyOf('', most));
		},
		select(element) {
			matrix.select(element?.kind === part.kind ? (two ? [element.post, element.pre] : [0, element.post]) : null);
		},
	};
}
