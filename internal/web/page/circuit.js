import {fillColour, lineColour, lineStrength, lineWidth} from './colour.js';
import {html, onWidth, svg} from './dom.js';
import {exists, nameOf, partOf, symbolOf, valueOf} from './element.js';
import {finite, short, subscript} from './number.js';
import {drawSynapse, haunt, paintSynapse, restrain} from './synapse.js';

// A small circuit as the paper draws it: inputs left, outputs right, feedforward synapses as lines,
// lateral synapses as arcs from one output's axon to another output, the scale as a ring.

const turn = 2 * Math.PI;

// drawCircuit returns the drawing of a run's circuit. It shows a picture {snapshot, limits, overlay, difference} and
// marks the selected element; pick hears of what is clicked, of inputs too if inputs says so.
export function drawCircuit(run, pick, _, {inputs = false} = {}) {
	const box = html('div', {class: 'circuit'});
	let parts = null, picture = null, selected = null, peaks = new Map(), held = [];
	const hint = html('div', {class: 'hover', hidden: true, 'aria-hidden': 'true'});
	const near = (event) => {
		const frame = parts.drawing.getBoundingClientRect();
		return nearest(parts, parts.layout, event.clientX - frame.left, event.clientY - frame.top);
	};
	box.addEventListener('pointermove', (event) => {
		if (!parts) return;
		const found = near(event), frame = box.getBoundingClientRect();
		for (const node of parts.drawing.querySelectorAll('.hovered')) node.classList.remove('hovered');
		found?.node?.classList.add('hovered');
		hint.hidden = !found || !picture;
		if (hint.hidden) return;
		hint.textContent = described(found, picture, run) + (found.node?.dataset.held ? `, ${found.node.dataset.held}` : '');
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
		if (found?.element && (inputs || found.element.kind !== 'inputs')) pick(found.element, event);
	});
	const appear = (of) => haunt(parts.elements, of, (kind) => picture?.limits[kind], document.body.classList.contains('talk') ? 1.8 : 1);
	const hinder = () => {
		if (parts && picture) restrain([...parts.elements, ...parts.somata.map((soma, j) => ({element: {kind: 'inputs', post: j, pre: -1}, node: soma.parentNode}))], held, picture.snapshot);
	};
	onWidth(box, (width) => {
		parts = build(run, layout(run, width), pick);
		parts.layout = layout(run, width);
		box.replaceChildren(parts.drawing, hint);
		appear(picture?.difference ? new Map() : peaks);
		if (picture) paint(parts, run, picture);
		hinder();
		mark(parts, selected);
	});
	return {
		node: box,
		show(next) {
			picture = next;
			if (!parts) return;
			paint(parts, run, picture);
			appear(picture.difference ? new Map() : peaks);
			hinder();
		},
		// hold says what interventions did to synapses and neurons: {step, element, state}, by step.
		hold(list) {
			held = list;
			hinder();
		},
		// ghosts says how strong the lateral synapses once were.
		ghosts(synapses) {
			peaks = new Map(synapses.map(({synapse, peak}) => [synapse, peak]));
			if (parts && picture) appear(peaks);
		},
		select(element) {
			selected = element;
			if (parts) mark(parts, selected);
		},
	};
}

function layout({inputs, outputs}, width) {
	const narrow = width < 460, talk = document.body.classList.contains('talk');
	const height = talk ? Math.max(300, innerHeight - 250) : Math.max(narrow ? 250 : 380, Math.min(540, Math.max(inputs * 32, outputs * 112)));
	const top = 34, bottom = height - 26;
	const stack = (n, i, inset) => n === 1 ? (top + bottom) / 2 : top + inset + (i * (bottom - top - 2 * inset)) / (n - 1);
	const gapOut = outputs === 1 ? 100 : (bottom - top) / outputs;
	const r = Math.max(8, Math.min(talk ? 38 : 21, gapOut * 0.24)), gapIn = (bottom - top) / inputs;
	const roomy = gapOut > 2 * r + (talk ? 60 : 34); // for what is written below a neuron
	const inset = Math.min(r + (roomy ? 24 : 6), gapOut / 2);
	return {
		width, height, r, small: Math.max(3.5, Math.min(talk ? 24 : 13, gapIn * 0.4)), below: talk ? 28 : 16,
		labels: gapIn > 13, roomy, dense: inputs * outputs > 120, xIn: narrow ? 34 : talk ? 90 : 62, xOut: Math.round(width * (narrow ? 0.62 : 0.6)), right: width - 14,
		input: (j) => stack(inputs, j, Math.min(14, gapIn / 2)), output: (i) => stack(outputs, i, inset),
	};
}

// line returns the path of a feedforward synapse, from the rim of one neuron to that of the other.
function line(l, post, pre) {
	const y1 = l.input(pre), y2 = l.output(post), dx = l.xOut - l.xIn, dy = y2 - y1, d = Math.hypot(dx, dy);
	const a = l.small + 2, b = l.r + 8;
	const x = l.xOut - (b * dx) / d, y = y2 - (b * dy) / d;
	return {path: `M${l.xIn + (a * dx) / d} ${y1 + (a * dy) / d}L${x} ${y}`, x, y, angle: Math.atan2(dy, dx)};
}

// arc returns the path of a lateral synapse and where it ends. Those that go up bulge farther than
// those that go down, so that the two of a pair stay apart.
function arc(l, outputs, post, pre) {
	const up = post < pre, far = Math.abs(post - pre);
	const room = l.right - l.xOut - l.r - 26;
	const bulge = 30 + (room - 30) * (outputs > 2 ? (far - 1) / (outputs - 2) : 0.45) * 0.86 + (up ? 15 : 0);
	const angle = (up ? -1 : 1) * 0.62, rim = l.r + 7;
	const x1 = l.xOut + rim * Math.cos(angle), y1 = l.output(pre) + rim * Math.sin(angle);
	const into = (up ? 1 : -1) * 0.3;
	const x2 = l.xOut + (rim + 3) * Math.cos(into), y2 = l.output(post) + (rim + 3) * Math.sin(into);
	const c = l.xOut + l.r + bulge * 1.25;
	return {path: `M${x1} ${y1}C${c} ${y1} ${c} ${y2} ${x2} ${y2}`, x: x2, y: y2, angle: Math.PI};
}

function build(run, l, pick) {
	const elements = [], at = new Map();
	const remember = (element, node, drawn) => {
		const item = {element, node, ...drawn};
		elements.push(item);
		at.set(nameOf(element), item);
		node.id = 'c-' + nameOf(element);
		return node;
	};
	const synapse = (element, {path, ...end}) => {
		const {node, ...drawn} = drawSynapse(element, path, [end], {ghostly: element.kind === 'lateral'});
		return remember(element, node, drawn);
	};
	const wires = [], arcs = [], neurons = [], inputs = [];
	for (let i = 0; i < run.outputs; i++) {
		for (let j = 0; j < run.inputs; j++) wires.push(synapse({kind: 'feedforward', post: i, pre: j}, line(l, i, j)));
		for (let j = 0; j < run.outputs; j++) {
			if (!exists(run, 'lateral', i, j)) continue;
			arcs.push(synapse({kind: 'lateral', post: i, pre: j}, arc(l, run.outputs, i, j)));
		}
	}
	const somata = [];
	for (let j = 0; j < run.inputs; j++) {
		const soma = svg('circle', {cx: l.xIn, cy: l.input(j), r: l.small, class: 'soma'});
		somata.push(soma);
		const inside = l.small > 9.5;
		inputs.push(svg('g', {class: 'neuron'}, soma, l.labels && svg('text', {
			x: inside ? l.xIn : l.xIn - l.small - 5, y: l.input(j) + 4, 'text-anchor': inside ? 'middle' : 'end', class: 'symbol small'}, `x${subscript(j)}`)));
	}
	const readings = [];
	for (let i = 0; i < run.outputs; i++) {
		const y = l.output(i), ringR = l.r + 5;
		const track = svg('circle', {cx: l.xOut, cy: y, r: ringR, class: 'track'});
		const gauge = svg('circle', {cx: l.xOut, cy: y, r: ringR, class: 'gauge', transform: `rotate(-90 ${l.xOut} ${y})`});
		const reading = svg('text', {x: l.xOut, y: y + ringR + l.below, 'text-anchor': 'middle', class: l.roomy ? 'reading' : 'reading tight', 'aria-hidden': 'true'});
		const halo = svg('circle', {cx: l.xOut, cy: y, r: ringR, class: 'halo'});
		if (!exists(run, 'scale')) neurons.push(reading);
		else neurons.push(remember({kind: 'scale', post: i, pre: -1}, svg('g', {class: 'scale', role: 'option'}, halo, track, gauge, svg('circle', {cx: l.xOut, cy: y, r: ringR, class: 'hit'})), {gauge, around: turn * ringR}), reading);
		const soma = svg('circle', {cx: l.xOut, cy: y, r: l.r, class: 'soma'});
		readings.push({soma, reading});
		neurons.push(remember({kind: 'outputs', post: i, pre: -1}, svg('g', {class: 'neuron output', role: 'option'}, svg('circle', {cx: l.xOut, cy: y, r: l.r, class: 'halo'}), soma,
			svg('text', {x: l.xOut, y: y + 5, 'text-anchor': 'middle', class: 'symbol'}, `y${subscript(i)}`)), {soma}));
	}
	const title = (x, anchor, text) => svg('text', {x, y: 14, 'text-anchor': anchor, class: 'heading'}, text);
	const drawing = svg('svg', {width: l.width, height: l.height, viewBox: `0 0 ${l.width} ${l.height}`, tabindex: 0, role: 'listbox', class: l.dense ? 'graph dense' : 'graph',
		'aria-label': `circuit of ${run.inputs} inputs and ${run.outputs} outputs; arrow keys move from synapse to synapse`},
	svg('g', {role: 'presentation'}, wires), svg('g', {role: 'presentation'}, arcs), svg('g', {role: 'presentation'}, inputs), svg('g', {role: 'presentation'}, neurons),
	title(l.xIn, 'middle', `${run.inputs} inputs`), title(l.xOut, 'middle', `${run.outputs} outputs`), exists(run, 'lateral') && title(l.right, 'end', 'lateral'));
	return {drawing, elements, at, somata, readings};
}

function paint(parts, run, {snapshot, limits, overlay, difference}) {
	parts.drawing.classList.toggle('staged', Boolean(overlay));
	const thick = document.body.classList.contains('talk') ? 1.8 : 1;
	for (const {element, node, wire, tips, gauge, around, halo, casing} of parts.elements) {
		const {kind, post, pre} = element;
		const value = valueOf(element, snapshot);
		if (wire) {
			const colours = overlay?.parts[kind], limit = limits[kind], index = post * partOf(run, kind).columns + pre;
			const carried = colours?.values ? colours.values[index] : value;
			const most = colours?.values ? colours.limit : limit;
			const colour = finite(value) || colours?.values ? lineColour(carried, most) : 'var(--gap-line)';
			const width = thick * lineWidth(colours?.changes ? carried : value, colours?.changes ? most : limit);
			paintSynapse({wire, halo, casing, tips}, colour, width, [kind === 'lateral' ? -value : value]); // a positive M takes away
			wire.style.setProperty('--strength', lineStrength(carried, most));
			node.classList.toggle('lit', Boolean(colours?.lit));
			node.classList.toggle('negative', finite(carried) && carried < 0);
		}
		if (gauge) {
			const full = limits.scale > 0 && finite(value) ? Math.min(1, Math.abs(value) / limits.scale) : 0;
			gauge.style.strokeDasharray = `${full * around} ${around}`;
		}
		node.setAttribute('aria-label', `${symbolOf(element)} ${nameOf(element)}: ${short(value)}`);
	}
	parts.somata.forEach((soma, j) => tint(soma, overlay?.x?.[j], overlay?.xLimit));
	parts.readings.forEach(({soma, reading}, i) => {
		tint(soma, overlay?.y?.[i], overlay?.yLimit);
		const scale = exists(run, 'scale') ? `${difference ? 'Δm' : 'm'} ${short(valueOf({kind: 'scale', post: i}, snapshot))}` : '';
		reading.textContent = overlay?.y ? `${overlay.symbol}${subscript(i)} ${short(overlay.y[i])}` : scale;
	});
}

// nearest returns what is meant at a place: the neuron there, or the nearest synapse.
function nearest(parts, l, x, y) {
	const far = (cx, cy) => Math.hypot(x - cx, y - cy);
	for (const item of parts.elements) {
		const {kind, post} = item.element;
		if (kind === 'outputs' && far(l.xOut, l.output(post)) <= l.r + 1) return item;
		if (kind === 'scale' && far(l.xOut, l.output(post)) > l.r + 1 && far(l.xOut, l.output(post)) <= l.r + 10) return item;
	}
	const input = parts.somata.findIndex((_, j) => far(l.xIn, l.input(j)) <= l.small + 2);
	if (input >= 0) return {element: {kind: 'inputs', post: input, pre: -1}, node: parts.somata[input].parentNode};
	let best = null, least = 13;
	for (const item of parts.elements) {
		if (!item.wire) continue;
		item.points ??= sampled(item.wire);
		for (let i = 1; i < item.points.length; i++) {
			const d = apart(x, y, item.points[i - 1], item.points[i]);
			if (d < least) [best, least] = [item, d];
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
	const {kind, post, pre} = element, value = valueOf(element, snapshot);
	if (kind === 'inputs') {
		const where = run.image ? `, pixel ${Math.floor(post / run.image.columns)}, ${post % run.image.columns}` : '';
		return `x${subscript(post)}: input ${post}${where}` + (finite(overlay?.x?.[post]) ? `, carries ${short(overlay.x[post])}` : '');
	}
	if (kind === 'outputs') {
		const now = overlay?.y ? `${overlay.symbol} ${short(overlay.y[post])}` : finite(value) ? `y ${short(value)}` : 'activity not recorded';
		return `y${subscript(post)}: output ${post}, ${now}` + (exists(run, 'scale') ? `, scale ${short(valueOf({kind: 'scale', post}, snapshot))}` : '');
	}
	const what = `${difference ? 'Δ' : ''}${symbolOf(element)} ${short(value)}`;
	if (kind === 'scale' || difference || !finite(value)) return what;
	const effect = (kind === 'lateral' ? -value : value) < 0 ? 'inhibits' : 'excites';
	return `${what}: ${kind === 'lateral' ? 'output' : 'input'} ${pre} ${value === 0 ? 'does not reach' : effect} output ${post}`;
}

// tint fills a neuron with the colour of its activity, and tells the style sheet how its symbol is read on it.
function tint(soma, value, limit) {
	soma.style.fill = finite(value) ? fillColour(value, limit) : '';
	soma.parentNode.classList.toggle('on-below', value < -0.5 * limit);
	soma.parentNode.classList.toggle('on-above', value > 0.5 * limit);
}

function mark(parts, element) {
	for (const item of parts.elements) item.node.removeAttribute('aria-selected');
	for (const node of parts.drawing.querySelectorAll('.end')) node.classList.remove('end');
	const found = element && parts.at.get(nameOf(element));
	if (!found) {
		parts.drawing.removeAttribute('aria-activedescendant');
		return;
	}
	found.node.setAttribute('aria-selected', 'true');
	parts.drawing.setAttribute('aria-activedescendant', found.node.id);
	if (found.wire) found.node.parentNode.append(found.node); // on top of the others
}
