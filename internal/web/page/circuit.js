import {fillColour, lineColour, lineStrength, lineWidth} from './colour.js';
import {html, onWidth, svg} from './dom.js';
import {hasIndex, isAmong, isWired, letterOf, nameOf, nounOf, partOf, placesIn, scalesIn, signOf, symbolOf, tiedOf, valueOf} from './element.js';
import {drawFigures} from './figures.js';
import {layersOf, placesOf, titleOf} from './layers.js';
import {finite, short, subscript} from './number.js';
import {drawPopulations} from './populations.js';
import {drawSynapse, haunt, paintSynapse, restrain} from './synapse.js';

// The drawing of a circuit: its populations in layers from left to right, its synapses as lines, those within a population
// as arcs, scales as rings. A large circuit is drawn population by population. What is not in the drawing has a figure.

const mostDrawn = 400, mostTipped = 120; // synapses that are drawn one by one, and with their ends
const turn = 2 * Math.PI;

// drawCircuit returns the drawing of a run's circuit: {node, drawnAs, show, select, …}. It shows a picture {snapshot, limits,
// overlay, difference} and marks the selected element; pick hears of what is clicked, of inputs too if inputs says so.
export function drawCircuit(run, pick, {inputs = false} = {}) {
	if (run.undrawn || !run.graph) return drawNothing(run);
	const {populations, parts} = run.graph, small = parts.reduce((n, p) => n + placesIn(p), 0) <= mostDrawn;
	const figures = drawFigures(run, parts.filter((p) => (small ? p.class === 'variables' : p.recorded || p.class !== 'activities')), pick);
	const box = html('div', {class: 'circuit'}), whole = small || populations.length > 2, neurons = drawNeurons(run, pick, inputs, box);
	if (whole) onWidth(box, small ? neurons.draw : (width) => box.replaceChildren(drawPopulations(run, width)));
	return {
		node: html('div', {class: 'any-circuit'}, whole && box, figures.node), drawnAs: small ? 'neurons' : whole ? 'populations' : 'matrices', fields: figures.fields,
		show(picture) {
			neurons.show(picture);
			figures.show(picture);
		},
		select(element) {
			neurons.select(element);
			figures.select(element);
		},
		hold: neurons.hold, wire: neurons.wire, ghosts: neurons.ghosts, redraw: figures.redraw,
	};
}

// drawNothing stands where a circuit is too large to be drawn.
function drawNothing(run) {
	const why = run.undrawn ? 'This circuit is too large to be drawn.' : 'There is no trace that says of what this circuit consists.';
	return {drawnAs: 'nothing', node: html('div', {class: 'circuit', tabindex: 0}, html('p', {class: 'empty'}, why)), show() {}, select() {}};
}

// drawNeurons keeps the drawing of a small circuit, neuron by neuron, in a box: draw draws it in a width.
function drawNeurons(run, pick, inputs, box) {
	let parts = null, picture = null, selected = null, peaks = new Map(), held = [], trial = null;
	const hint = html('div', {class: 'hover', hidden: true, 'aria-hidden': 'true'});
	const near = (event) => {
		const frame = parts.drawing.getBoundingClientRect();
		return nearest(parts, event.clientX - frame.left, event.clientY - frame.top);
	};
	box.addEventListener('pointermove', (event) => {
		if (!parts) return;
		const found = near(event), frame = box.getBoundingClientRect();
		for (const node of parts.drawing.querySelectorAll('.hovered')) node.classList.remove('hovered');
		found?.node.classList.add('hovered');
		hint.hidden = !found || !picture;
		if (hint.hidden) return;
		hint.textContent = described(found, picture, run) + (found.node.dataset.held ? `, ${found.node.dataset.held}` : '');
		hint.style.left = `${Math.min(event.clientX - frame.left + 14, frame.width - 210)}px`;
		hint.style.top = `${event.clientY - frame.top + 16}px`;
	});
	box.addEventListener('pointerleave', () => {
		hint.hidden = true;
		for (const node of box.querySelectorAll('.hovered')) node.classList.remove('hovered');
	});
	box.addEventListener('click', (event) => {
		const named = event.detail === 0 && event.target.closest('[role="option"]')?.id.slice(2); // not by a pointer
		const found = parts && (named ? parts.at.get(named) : near(event));
		if (found && (inputs || partOf(run, found.element.kind))) pick(found.element, event);
	});
	const redraw = () => {
		if (!parts || !picture) return;
		paint(parts, run, picture);
		haunt(parts.items, picture.difference ? new Map() : peaks, (kind) => picture.limits[kind], document.body.classList.contains('talk') ? 1.8 : 1);
		restrain(parts.items, held, picture.snapshot);
	};
	const wire = () => {
		for (const {element, node} of parts?.items ?? []) node.style.display = isWired(trial, element) ? '' : 'none';
	};
	return {
		draw(width) {
			parts = build(run, width);
			box.replaceChildren(parts.drawing, hint);
			wire();
			redraw();
			mark(parts, selected);
		},
		show(next) { picture = next; redraw(); },
		// hold says what interventions did to synapses and neurons: {step, element, state}, by step.
		hold(list) { held = list; redraw(); },
		// wire takes the trial, whose wiring may leave synapses out.
		wire(next) { trial = next; wire(); },
		// ghosts says how strong the lateral synapses once were.
		ghosts(synapses) { peaks = new Map(synapses.map(({synapse, peak}) => [synapse, peak])); redraw(); },
		select(element) {
			selected = element;
			if (parts) mark(parts, selected);
		},
	};
}

// wireOf returns the path of a synapse between neurons of two populations, from the rim of the one to that of the other, and its
// ends: where it arrives, and where it would arrive on its way back. One that goes back is bent, to stay apart from one that
// goes forth.
function wireOf(a, pre, b, post) {
	const [x1, y1, x2, y2] = [a.x, a.at(pre), b.x, b.at(post)];
	if (x1 === x2) return arcOf(a, y1, b, y2);
	const long = Math.hypot(x2 - x1, y2 - y1), [dx, dy] = [(x2 - x1) / long, (y2 - y1) / long], angle = Math.atan2(dy, dx);
	const from = {x: x1 + a.rim * dx, y: y1 + a.rim * dy, angle: angle + Math.PI}, to = {x: x2 - b.rim * dx, y: y2 - b.rim * dy, angle};
	const way = dx > 0 ? 'L' : `Q${(from.x + to.x) / 2 - 16 * dy} ${(from.y + to.y) / 2 + 16 * dx} `;
	return {path: `M${from.x} ${from.y}${way}${to.x} ${to.y}`, ends: [to, from]};
}

// arcOf returns the arc of a synapse to a neuron that stands above or below. Those that go up bulge farther than those that go
// down, so that the two of a pair stay apart.
function arcOf(a, y1, b, y2) {
	const up = y2 < y1, rim = Math.max(a.rim, b.rim), room = Math.max(24, a.right - a.x - rim - 18), least = Math.min(30, room / 2);
	const far = Math.max(0, Math.abs(y2 - y1) - a.gap) / Math.max(a.gap, a.span - a.gap);
	const bulge = least + (room - least) * 0.86 * (a.count > 2 ? Math.min(1, far) : 0.45) + (up ? 15 : 0);
	const leaves = (up ? -1 : 1) * 0.62, arrives = (up ? 1 : -1) * 0.3;
	const [x3, y3, x4, y4] = [a.x + a.rim * Math.cos(leaves), y1 + a.rim * Math.sin(leaves), b.x + (b.rim + 2) * Math.cos(arrives), y2 + (b.rim + 2) * Math.sin(arrives)];
	const c = a.x + rim - 7 + bulge * 1.25;
	return {path: `M${x3} ${y3}C${c} ${y3} ${c} ${y4} ${x4} ${y4}`, ends: [{x: x4, y: y4, angle: Math.PI}, {x: x3, y: y3, angle: Math.PI}]};
}

function build(run, width) {
	const {populations, parts} = run.graph, layers = layersOf(run.graph), {places, height} = placesOf(run, layers, width), tied = tiedOf(run);
	const items = [], at = new Map(), readings = [];
	const remember = (element, node, drawn) => {
		const item = {element, node, ...drawn};
		items.push(item);
		at.set(nameOf(element), item);
		node.id = 'c-' + nameOf(element);
		return node;
	};
	const wires = parts.filter((p) => p.class === 'synapses').flatMap((p) => Array.from({length: p.rows * p.columns}, (_, k) => {
		const element = {kind: p.kind, post: Math.floor(k / p.columns), pre: k % p.columns}, {post, pre} = element;
		if (!hasIndex(p, post, pre)) return null;
		const {path, ends} = wireOf(places.get(p.from), pre, places.get(p.to), post);
		const {node, ...drawn} = drawSynapse(element, path, ends.slice(0, tied.has(p.kind) ? 2 : 1), {ghostly: isAmong(p)});
		return remember(element, node, drawn);
	}));
	const neurons = populations.map(({name, neurons, input}) => Array.from({length: neurons}, (_, post) => {
		const {x: cx, r, ring, below, roomy, labels, gap, ...p} = places.get(name), cy = p.at(post), element = {kind: name, post, pre: -1}, scales = scalesIn(run, name);
		const reading = !input && svg('text', {x: cx, y: cy + r + 5 + below, 'text-anchor': 'middle', class: roomy ? 'reading' : 'reading tight', 'aria-hidden': 'true'});
		const circle = (radius, kind, more) => svg('circle', {cx, cy, r: radius, class: kind, ...more});
		const gauge = circle(ring, 'gauge', {transform: `rotate(-90 ${cx} ${cy})`});
		const scale = scales && remember({kind: scales.kind, post, pre: -1}, svg('g', {class: 'scale', role: 'option'}, circle(ring, 'halo'), circle(ring, 'track'), gauge, circle(ring, 'hit')), {gauge, around: turn * ring, cx, cy, least: r + 1, most: r + 10});
		const soma = circle(r, 'soma'), inside = !input || r > 9.5, small = r < 14;
		const label = labels && svg('text', {x: inside ? cx : cx - r - 5, y: cy + (small ? 4 : 5), 'text-anchor': inside ? 'middle' : 'end', class: small ? 'symbol small' : 'symbol'}, labelOf(element));
		const known = partOf(run, name)?.class === 'activities', node = svg('g', {class: known ? 'neuron output' : 'neuron', role: known ? 'option' : 'presentation'}, circle(r, 'halo'), soma, label);
		if (reading) readings.push({reading, name, post, scales});
		return [scale, reading, remember(element, node, {soma, cx, cy, least: -1, most: r + 1.5})];
	}));
	const titles = populations.map((p) => titleOf(p, run, places.get(p.name), width));
	const among = parts.filter(isAmong), onlyLast = among.length === 1 && among[0].to === layers.at(-1).at(-1).name && svg('text', {x: width - 14, y: 14, 'text-anchor': 'end', class: 'heading'}, 'lateral');
	const size = populations.map((p) => `${p.neurons} ${p.name}`), dense = parts.reduce((n, p) => n + (isAmong(p) ? 0 : placesIn(p)), 0) > mostTipped;
	const drawing = svg('svg', {width, height, viewBox: `0 0 ${width} ${height}`, tabindex: 0, role: 'listbox', class: dense ? 'graph dense' : 'graph',
		'aria-label': `circuit of ${[size.slice(0, -1).join(', '), size.at(-1)].filter(Boolean).join(' and ')}; arrow keys move from synapse to synapse`},
	svg('g', {role: 'presentation'}, wires), svg('g', {role: 'presentation'}, neurons), titles, onlyLast);
	return {drawing, items, at, readings};
}

// labelOf returns what is written in a neuron: its symbol, or its number where the name of the population is long.
const labelOf = (element) => (letterOf(element.kind).length <= 2 ? symbolOf(element) : String(element.post));

function paint({drawing, items, readings}, run, {snapshot, limits, overlay, difference}) {
	drawing.classList.toggle('staged', Boolean(overlay));
	const thick = document.body.classList.contains('talk') ? 1.8 : 1, tied = tiedOf(run);
	for (const {element, node, wire, tips, gauge, around, halo, casing, soma} of items) {
		const {kind, post, pre} = element, value = valueOf(element, snapshot), limit = limits[kind];
		if (wire) {
			const part = partOf(run, kind), over = overlay?.parts[kind], carried = over?.values ? over.values[post * part.columns + pre] : value, most = over?.values ? over.limit : limit;
			const colour = finite(value) || over?.values ? lineColour(carried, most) : 'var(--gap-line)';
			paintSynapse({wire, halo, casing, tips}, colour, thick * lineWidth(over?.changes ? carried : value, over?.changes ? most : limit), [signOf(part) * value, signOf(tied.get(kind)) * value]);
			wire.style.strokeDasharray = finite(value) ? '' : '2 5';
			wire.style.setProperty('--strength', lineStrength(carried, most));
			node.classList.toggle('lit', Boolean(over?.lit));
			node.classList.toggle('negative', finite(carried) && carried < 0);
		}
		if (gauge) {
			const full = limit > 0 && finite(value) ? Math.min(1, Math.abs(value) / limit) : 0;
			gauge.style.strokeDasharray = `${full * around} ${around}`;
		}
		if (soma) tint(soma, overlay?.signals.get(kind)?.values[post], overlay?.limit);
		if (node.getAttribute('role') === 'presentation') continue;
		node.setAttribute('aria-label', `${symbolOf(element)} ${nameOf(element)}: ${short(value)}`);
	}
	for (const {reading, name, post, scales} of readings) {
		const signal = overlay?.signals.get(name), scale = scales && `${difference ? 'Δ' : ''}${letterOf(scales.kind).replace(/^.*\./, '')} ${short(valueOf({kind: scales.kind, post}, snapshot))}`;
		reading.textContent = signal ? `${signal.symbol}${subscript(post)} ${short(signal.values[post])}` : scale ?? '';
	}
}

// nearest returns what is meant at a place: the neuron or the ring there, or the nearest synapse.
function nearest({items}, x, y) {
	const seen = items.filter(({node}) => node.style.display !== 'none'), neuron = seen.find(({cx, cy, least, most}) => {
		const far = Math.hypot(x - cx, y - cy); // not a number for synapses
		return far > least && far <= most;
	});
	if (neuron) return neuron;
	let best = null, closest = 13;
	for (const item of seen) {
		if (!item.wire) continue;
		item.points ??= sampled(item.wire);
		for (let i = 1; i < item.points.length; i++) {
			const d = apart(x, y, item.points[i - 1], item.points[i]);
			if (d < closest) [best, closest] = [item, d];
		}
	}
	return best;
}

// sampled returns points along a path.
function sampled(path) {
	const length = path.getTotalLength(), n = 20;
	return Array.from({length: n + 1}, (_, i) => path.getPointAtLength((length * i) / n));
}

// apart returns how far a point is from a stretch.
function apart(x, y, a, b) {
	const dx = b.x - a.x, dy = b.y - a.y, long = dx * dx + dy * dy || 1;
	const t = Math.max(0, Math.min(1, ((x - a.x) * dx + (y - a.y) * dy) / long));
	return Math.hypot(x - a.x - t * dx, y - a.y - t * dy);
}

// described returns what stands beside the pointer.
function described({element}, {snapshot, overlay, difference}, run) {
	const {kind, post, pre} = element, value = valueOf(element, snapshot), population = run.graph.populations.find((p) => p.name === kind), signal = overlay?.signals.get(kind);
	if (population?.input) {
		const where = run.image ? `, pixel ${Math.floor(post / run.image.columns)}, ${post % run.image.columns}` : '';
		return `${symbolOf(element)}: ${nounOf(run, kind, post)}${where}` + (finite(signal?.values[post]) ? `, carries ${short(signal.values[post])}` : '');
	}
	if (population) {
		const now = signal ? `${signal.symbol} ${short(signal.values[post])}` : finite(value) ? `${letterOf(kind)} ${short(value)}` : 'activity not recorded', scales = scalesIn(run, kind);
		return `${symbolOf(element)}: ${nounOf(run, kind, post)}, ${now}` + (scales ? `, scale ${short(valueOf({kind: scales.kind, post}, snapshot))}` : '');
	}
	const what = `${difference ? 'Δ' : ''}${symbolOf(element)} ${short(value)}`, part = partOf(run, kind), effect = signOf(part) * value;
	if (part.class !== 'synapses' || difference || !finite(value) || !signOf(part)) return what;
	return `${what}: ${nounOf(run, part.from, pre)} ${effect === 0 ? 'does not reach' : effect < 0 ? 'inhibits' : 'excites'} ${nounOf(run, part.to, post)}`;
}

// tint fills a neuron with the colour of its activity, and tells the style sheet how its symbol is read on it.
function tint(soma, value, limit) {
	soma.style.fill = finite(value) ? fillColour(value, limit) : '';
	soma.parentNode.classList.toggle('on-below', value < -0.5 * limit);
	soma.parentNode.classList.toggle('on-above', value > 0.5 * limit);
}

function mark({drawing, items, at}, element) {
	for (const {node} of items) node.removeAttribute('aria-selected');
	const found = element && at.get(nameOf(element));
	if (!found) return drawing.removeAttribute('aria-activedescendant');
	found.node.setAttribute('aria-selected', 'true');
	drawing.setAttribute('aria-activedescendant', found.node.id);
	if (found.wire) found.node.parentNode.append(found.node); // on top of the others
}
