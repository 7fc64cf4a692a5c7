import {largest, lineColour, lineStrength, lineWidth} from './colour.js';
import {html, onWidth, svg} from './dom.js';
import {exists, isWired, nameOf, partOf, symbolOf, valueOf} from './element.js';
import {drawMatrix} from './matrix.js';
import {finite, short} from './number.js';
import {overlaid} from './overlay.js';
import {drawSynapse, haunt, paintSynapse, restrain} from './synapse.js';

// A circuit of any populations and projections, by its own description: layers from left to right, and each
// projection as a matrix with a key. A small one is drawn neuron by neuron, a large one population by population.
// An arrow adds to what a neuron receives, a bar takes away; a tied projection is the transpose of another one.

const mostWires = 400, mostTipped = 120, mostInColumn = 40;

// drawGraph returns the drawing of a run's circuit, which shows and selects as drawCircuit does. keyOf draws
// the key of a range of colours.
export function drawGraph(run, pick, keyOf) {
	const {populations, parts} = run.graph, projections = parts.filter((p) => p.class === 'synapses');
	const layers = layersOf(populations, projections);
	const small = projections.reduce((n, p) => n + p.rows * p.columns, 0) <= mostWires && populations.every((p) => p.neurons <= mostInColumn);
	const box = html('div', {class: 'circuit'}), matrices = parts.map((part) => partFigure(part, run, pick, keyOf));
	const node = html('div', {class: 'any-circuit'}, box, html('div', {class: 'part-figures'}, matrices.map((m) => m.node)));
	let drawn = null, picture = null, selected = null, peaks = new Map(), held = [], trial = null, missing = null; // names of synapses that the wiring of the trial left out
	const back = tiedOf(run);
	const effect = (part, value) => (takesAway(part?.sign) ? -value : part?.sign ? value : 0);
	const valued = (element) => {
		const value = valueOf(element, picture?.snapshot);
		return finite(value) ? short(value) : 'not recorded';
	};
	const paint = () => {
		const most = picture?.limits ?? {};
		missing ??= drawn && new Set(drawn.items.map(({element}) => element).filter((element) => !isWired(trial, element)).map(nameOf));
		for (const item of drawn?.items ?? []) {
			const {element, wire, node, title} = item, value = valueOf(element, picture?.snapshot), limit = most[element.kind], thick = document.body.classList.contains('talk') ? 1.8 : 1;
			paintSynapse(item, finite(value) ? lineColour(value, limit) : 'var(--gap-line)', thick * lineWidth(value, limit), [effect(partOf(run, element.kind), value), effect(back.get(element.kind), value)]);
			wire.style.strokeDasharray = finite(value) ? '' : '2 5';
			wire.style.setProperty('--strength', lineStrength(value, limit));
			title.textContent = `${symbolOf(element)}: ${valued(element)}`;
			node.setAttribute('aria-label', title.textContent);
			node.style.display = missing.has(nameOf(element)) ? 'none' : '';
		}
		if (!drawn) return;
		for (const {element, title} of drawn.neurons) title.textContent = `${symbolOf(element)}: neuron ${element.post} of ${element.kind}` + (partOf(run, element.kind) ? `, activity ${valued(element)}` : '');
		haunt(drawn.items, picture?.difference ? new Map() : peaks, (kind) => most[kind]);
		restrain([...drawn.items, ...drawn.neurons], held, picture?.snapshot);
	};
	const mark = () => {
		for (const {element, node} of [...(drawn?.items ?? []), ...(drawn?.neurons ?? [])]) {
			const found = selected && nameOf(element) === nameOf(selected);
			if (found) node.setAttribute('aria-selected', 'true');
			else node.removeAttribute('aria-selected');
			if (found && node.id) drawn.drawing.setAttribute('aria-activedescendant', node.id);
		}
	};
	onWidth(box, (width) => {
		drawn = (small ? drawNeurons : drawPopulations)(run, layers, projections, width, pick);
		box.replaceChildren(drawn.drawing);
		paint();
		mark();
	});
	return {
		node, key: keyOfSigns(run.graph, small),
		hold(list) { held = list; paint(); },
		wire(next) { [trial, missing] = [next, null]; paint(); },
		ghosts(synapses) { peaks = new Map(synapses.map(({synapse, peak}) => [synapse, peak])); paint(); },
		show(next) {
			picture = next;
			paint();
			for (const m of matrices) m.show(overlaid(picture.snapshot, picture.overlay), picture.limits);
		},
		select(element) {
			selected = element;
			mark();
			for (const m of matrices) m.select(element);
		},
		redraw() { for (const m of matrices) m.redraw(); },
	};
}

// takesAway reports whether signals of a sign are subtracted.
const takesAway = (sign) => sign === 'subtracts' || sign === 'inhibitory';

// keyOfSigns explains the ends of what is drawn, as far as the signs are known.
function keyOfSigns({parts, tied}, small) {
	if (!parts.some((p) => p.sign)) return [];
	const both = tied.length > 0 && (small ? 'both ends: one synapse, both ways' : 'dashed: the transpose of another');
	return [html('span', {}, small ? '▸ excites ⊣ inhibits' : '▸ adds ⊣ subtracts'), both && html('span', {}, both)].filter(Boolean);
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
		for (const [i, p] of layer.entries()) {
			const high = ((height - 40) * Math.max(2, p.neurons)) / all;
			places.set(p.name, {x: layers.length === 1 ? width / 2 : left + (k * (right - left)) / (layers.length - 1), top: top + 20, bottom: top + high - (i < layer.length - 1 ? 26 : 10)}); // what stands below has its name there
			top += high;
		}
	});
	return places;
}

const tiedOf = (run) => new Map((run.graph.tied ?? []).map((t) => [t.of, t]));
const drawingOf = (run, width, height, ...inside) => svg('svg', {width, height, viewBox: `0 0 ${width} ${height}`, tabindex: 0, role: 'listbox', class: 'graph', 'aria-label': `circuit of ${run.graph.populations.map((p) => `${p.neurons} ${p.name}`).join(', ')}; arrow keys move from synapse to synapse`}, inside);
const titleOf = (p, run) => `${p.neurons} ${p.name}${p.input && p.name !== 'inputs' ? ', input' : p.name === run.graph.output && p.name !== 'outputs' ? ', output' : ''}`;

function drawNeurons(run, layers, projections, width, pick) {
	const tallest = Math.max(...layers.map((layer) => layer.reduce((n, p) => n + Math.max(2, p.neurons), 0)));
	const talk = document.body.classList.contains('talk'), height = talk ? Math.max(300, innerHeight - 250) : Math.max(300, Math.min(540, 60 + tallest * 34)), places = frameOf(layers, width, height), items = [];
	const sizes = new Map(run.graph.populations.map((p) => [p.name, p.neurons])), tied = tiedOf(run);
	const at = (name, i) => {
		const {x, top, bottom} = places.get(name), n = sizes.get(name);
		return [x, n === 1 ? (top + bottom) / 2 : top + (i * (bottom - top)) / (n - 1)];
	};
	const all = projections.reduce((n, p) => n + p.rows * p.columns, 0), radius = ({neurons}) => Math.min(talk ? 20 : 9, (talk ? 240 : 150) / neurons), size = new Map(run.graph.populations.map((p) => [p.name, radius(p)]));
	const wires = projections.flatMap((p) => Array.from({length: p.rows * p.columns}, (_, k) => ({kind: p.kind, post: Math.floor(k / p.columns), pre: k % p.columns, p}))).filter(({kind, post, pre}) => exists(run, kind, post, pre)).map(({kind, post, pre, p}) => {
		const {path, ends} = wireOf(at(p.from, pre), at(p.to, post), size.get(p.from) + 3, size.get(p.to) + 3), element = {kind, post, pre};
		const item = drawSynapse(element, path, ends.slice(0, tied.has(kind) ? 2 : 1), {ghostly: p.from === p.to, onclick: (event) => pick(element, event)}), title = svg('title', {});
		item.node.prepend(title);
		items.push({...item, title});
		return item.node;
	});
	const neurons = run.graph.populations.flatMap((p) => Array.from({length: p.neurons}, (_, i) => {
		const [cx, cy] = at(p.name, i);
		const element = {kind: p.name, post: i, pre: -1}, known = partOf(run, p.name)?.class === 'activities', title = svg('title', {}, symbolOf(element));
		return {element, title, node: svg('g', {role: 'presentation', class: known ? 'neuron output' : 'neuron', onclick: (event) => { if (known) pick(element, event); }}, title, svg('circle', {cx, cy, r: radius(p), class: 'halo'}), svg('circle', {cx, cy, r: radius(p), class: 'soma'}), radius(p) >= 7 && svg('text', {x: cx, y: cy + 4, 'text-anchor': 'middle', class: 'symbol small', 'aria-hidden': 'true'}, labelOf(element)))};
	}));
	const names = run.graph.populations.map((p) => svg('text', {x: places.get(p.name).x, y: places.get(p.name).top - radius(p) - (talk ? 10 : 5), 'text-anchor': 'middle', class: 'heading', 'aria-hidden': 'true'}, titleOf(p, run)));
	const drawing = drawingOf(run, width, height, svg('g', {role: 'presentation'}, wires), neurons.map(({node}) => node), names);
	drawing.classList.toggle('untipped', all > mostTipped);
	return {drawing, items, neurons};
}

// labelOf returns what is written in a neuron: its symbol, or its number where the name of the population is long.
function labelOf({kind, post}) {
	const symbol = symbolOf({kind: kind === 'inputs' ? 'x' : kind, post, pre: -1});
	return symbol.length <= 3 ? symbol : String(post);
}

// wireOf returns the path of a synapse between two neurons, from so far before the one to so far before the other, and
// its ends: where it arrives, and where it would arrive on its way back. Within a layer, and back, it bends to the right.
function wireOf([x1, y1], [x2, y2], before, after) {
	if (x2 > x1) {
		const long = Math.hypot(x2 - x1, y2 - y1), [dx, dy] = [(x2 - x1) / long, (y2 - y1) / long], angle = Math.atan2(dy, dx);
		const from = {x: x1 + before * dx, y: y1 + before * dy, angle: angle + Math.PI}, to = {x: x2 - after * dx, y: y2 - after * dy, angle};
		return {path: `M${from.x} ${from.y}L${to.x} ${to.y}`, ends: [to, from]};
	}
	if (x1 === x2) { // those that go up bend farther, and stay apart from those that go down
		const up = Math.sign(y1 - y2), c = x1 + 40 + Math.min(90, 0.3 * Math.abs(y2 - y1)) + 12 * Math.max(0, up), [from, to] = [y1 - 3 * up, y2 + 3 * up];
		return {path: `M${x1 + before} ${from}C${c} ${from} ${c} ${to} ${x2 + after} ${to}`, ends: [{x: x2 + after, y: to, angle: Math.PI}, {x: x1 + before, y: from, angle: Math.PI}]};
	}
	const {path, ends} = wireOf([x2, y2], [x1, y1], after, before); // straight, from right to left
	return {path, ends: ends.toReversed()};
}

function drawPopulations(run, layers, projections, width) {
	const height = 260, places = frameOf(layers, width, height), middle = (name) => (places.get(name).top + places.get(name).bottom) / 2;
	const shown = [...projections, ...(run.graph.tied ?? []).map((t) => ({...t, kind: `${t.name} = ${t.of}ᵀ`, tied: true}))];
	const arrows = shown.map((p, k) => {
		const [a, b] = [places.get(p.from), places.get(p.to)], y1 = middle(p.from), y2 = middle(p.to), low = Math.max(y1, y2) + 74 + 16 * (k % 3);
		const [d, end, mx, my] = p.from === p.to ? [`M${a.x + 22} ${y1 - 14}C${a.x + 74} ${y1 - 40} ${a.x + 74} ${y1 + 40} ${a.x + 24} ${y1 + 14}`, [a.x + 23, y1 + 14, 180], a.x + 66, y1 + 4]
			: b.x <= a.x ? [`M${a.x} ${y1 + 30}C${a.x} ${low} ${b.x} ${low} ${b.x} ${y2 + 32}`, [b.x, y2 + 31, -90], (a.x + b.x) / 2, low - 4]
			: [`M${a.x + 22} ${y1}L${b.x - 24} ${y2}`, [b.x - 23, y2, (Math.atan2(y2 - y1, b.x - a.x - 46) * 180) / Math.PI], (a.x + b.x) / 2, (y1 + y2) / 2 - 8];
		return [svg('path', {class: p.tied ? 'projection tied' : 'projection', d}), svg('path', {class: takesAway(p.sign) ? 'head bar' : 'head', d: takesAway(p.sign) ? 'M-1 -6V6' : 'M0 0L-9 4.5L-9 -4.5Z', transform: `translate(${end[0]} ${end[1]}) rotate(${end[2]})`}),
			svg('text', {x: mx, y: my, 'text-anchor': 'middle', class: 'symbol', 'aria-hidden': 'true'}, p.kind)];
	});
	const boxes = run.graph.populations.map((p) => {
		const {x, top} = places.get(p.name);
		return [svg('rect', {x: x - 22, width: 44, y: middle(p.name) - 30, height: 60, rx: 8, class: 'soma'}), svg('text', {x, y: Math.max(12, Math.min(top - 16, middle(p.name) - 38)), 'text-anchor': 'middle', class: 'heading', 'aria-hidden': 'true'}, titleOf(p, run))];
	});
	const drawing = drawingOf(run, width, height, arrows, boxes);
	drawing.setAttribute('role', 'img');
	return {drawing, items: [], neurons: []};
}

// partFigure returns a part of the circuit as a matrix with its key, or says that it was not recorded.
function partFigure(part, run, pick, keyOf) {
	const two = part.class === 'synapses', rows = two ? part.rows : 1, columns = two ? part.columns : part.rows;
	const elementAt = (i, j) => (two ? {kind: part.kind, post: i, pre: j} : {kind: part.kind, post: j, pre: -1});
	const hint = html('span', {class: 'hint'}), range = html('span', {});
	const tied = tiedOf(run).get(part.kind), signs = [part.sign, tied && `back as ${tied.name}, ${tied.sign}`].filter(Boolean);
	const what = two ? `${part.from} ${takesAway(part.sign) ? '⊣' : '→'} ${part.to}, ${[`${part.rows} × ${part.columns}`, ...signs].join(', ')}` : `${part.class} of ${part.to}, ${part.rows}`;
	const matrix = drawMatrix({rows, columns, label: `${part.kind}: ${what}`, height: (w) => Math.max(18, Math.min(220, (w * rows) / columns)),
		pick: (i, j, event) => { if (exists(run, elementAt(i, j).kind, elementAt(i, j).post, elementAt(i, j).pre)) pick(elementAt(i, j), event); },
		hover: (i, j) => { hint.textContent = i === null ? '' : `${symbolOf(elementAt(i, j))} = ${short(valueOf(elementAt(i, j), shown))}`; }});
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
			const most = found.limit || limits[part.kind] || largest(found.values ?? found.blocks?.extreme);
			matrix.show(found.values ?? found.blocks?.extreme, most, found.values ? undefined : found.blocks);
			range.replaceChildren(keyOf(found.changes ? 'Δ' : found.lit ? 'signals' : '', most));
		},
		select(element) {
			matrix.select(element?.kind === part.kind ? (two ? [element.post, element.pre] : [0, element.post]) : null);
		},
	};
}
