import {fillColour, lineColour, lineStrength, lineWidth} from './colour.js';
import {html, onWidth, svg} from './dom.js';
import {nameOf, symbolOf, valueOf} from './element.js';
import {finite, short, subscript} from './number.js';

// A small circuit as the paper draws it: inputs left, outputs right, feedforward synapses as lines,
// lateral synapses as arcs from one output's axon to another output, the scale as a ring.

const turn = 2 * Math.PI;

// drawCircuit returns the drawing of a run's circuit. It shows a picture {snapshot, limits, overlay, difference} and
// marks the selected element; pick hears of what is clicked.
export function drawCircuit(run, pick) {
	const box = html('div', {class: 'circuit'});
	let parts = null, picture = null, selected = null;
	onWidth(box, (width) => {
		parts = build(run, layout(run, width), pick);
		box.replaceChildren(parts.drawing);
		if (picture) paint(parts, run, picture);
		mark(parts, selected);
	});
	return {
		node: box,
		show(next) {
			picture = next;
			if (parts) paint(parts, run, picture);
		},
		select(element) {
			selected = element;
			if (parts) mark(parts, selected);
		},
	};
}

function layout({inputs, outputs}, width) {
	const narrow = width < 460;
	const height = Math.max(narrow ? 250 : 400, Math.min(540, Math.max(inputs * 32, outputs * 112)));
	const top = 34, bottom = height - 26;
	const stack = (n, i, inset) => n === 1 ? (top + bottom) / 2 : top + inset + (i * (bottom - top - 2 * inset)) / (n - 1);
	const gapOut = outputs === 1 ? 100 : (bottom - top) / outputs;
	const r = Math.max(8, Math.min(21, gapOut * 0.24)), gapIn = (bottom - top) / inputs;
	const roomy = gapOut > 2 * r + 34; // for what is written below a neuron
	const inset = Math.min(r + (roomy ? 24 : 6), gapOut / 2);
	return {
		width, height, r, small: Math.max(3.5, Math.min(13, gapIn * 0.4)),
		labels: gapIn > 13, roomy, dense: inputs * outputs > 120, xIn: narrow ? 34 : 62, xOut: Math.round(width * (narrow ? 0.62 : 0.6)), right: width - 14,
		input: (j) => stack(inputs, j, Math.min(14, gapIn / 2)), output: (i) => stack(outputs, i, inset),
	};
}

// line returns the path of a feedforward synapse, from the rim of one neuron to that of the other.
function line(l, post, pre) {
	const y1 = l.input(pre), y2 = l.output(post), dx = l.xOut - l.xIn, dy = y2 - y1, d = Math.hypot(dx, dy);
	const a = l.small + 2, b = l.r + 8;
	return `M${l.xIn + (a * dx) / d} ${y1 + (a * dy) / d}L${l.xOut - (b * dx) / d} ${y2 - (b * dy) / d}`;
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
	return {path: `M${x1} ${y1}C${c} ${y1} ${c} ${y2} ${x2} ${y2}`, x: x2, y: y2};
}

function build(run, l, pick) {
	const elements = [], at = new Map();
	const remember = (element, node, drawn) => {
		const item = {element, node, ...drawn};
		elements.push(item);
		at.set(nameOf(element), item);
		node.id = 'c-' + nameOf(element);
		node.addEventListener('click', () => pick(element));
		return node;
	};
	const synapse = (element, path, end) => {
		const halo = svg('path', {d: path, class: 'halo'}), wire = svg('path', {d: path, class: 'wire'});
		const tip = end && svg('circle', {cx: end.x, cy: end.y, r: 3, class: 'tip'});
		return remember(element, svg('g', {class: `synapse ${element.kind}`, role: 'option'}, halo, wire, tip, svg('path', {d: path, class: 'hit'})), {wire, tip});
	};
	const wires = [], arcs = [], neurons = [], inputs = [];
	for (let i = 0; i < run.outputs; i++) {
		for (let j = 0; j < run.inputs; j++) wires.push(synapse({kind: 'feedforward', post: i, pre: j}, line(l, i, j)));
		for (let j = 0; j < run.outputs; j++) {
			if (i === j) continue;
			const {path, x, y} = arc(l, run.outputs, i, j);
			arcs.push(synapse({kind: 'lateral', post: i, pre: j}, path, {x, y}));
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
		const reading = svg('text', {x: l.xOut, y: y + ringR + 16, 'text-anchor': 'middle', class: l.roomy ? 'reading' : 'reading tight'});
		const halo = svg('circle', {cx: l.xOut, cy: y, r: ringR, class: 'halo'});
		neurons.push(remember({kind: 'scale', post: i, pre: -1}, svg('g', {class: 'scale', role: 'option'}, halo, track, gauge, reading, svg('circle', {cx: l.xOut, cy: y, r: ringR, class: 'hit'})), {gauge, reading, around: turn * ringR}));
		const soma = svg('circle', {cx: l.xOut, cy: y, r: l.r, class: 'soma'});
		readings.push({soma});
		neurons.push(remember({kind: 'outputs', post: i, pre: -1}, svg('g', {class: 'neuron output', role: 'option'}, svg('circle', {cx: l.xOut, cy: y, r: l.r, class: 'halo'}), soma,
			svg('text', {x: l.xOut, y: y + 5, 'text-anchor': 'middle', class: 'symbol'}, `y${subscript(i)}`)), {soma}));
	}
	const title = (x, anchor, text) => svg('text', {x, y: 14, 'text-anchor': anchor, class: 'heading'}, text);
	const drawing = svg('svg', {width: l.width, height: l.height, viewBox: `0 0 ${l.width} ${l.height}`, tabindex: 0, role: 'listbox', class: l.dense ? 'graph dense' : 'graph',
		'aria-label': `circuit of ${run.inputs} inputs and ${run.outputs} outputs; arrow keys move from synapse to synapse`},
	svg('g', {role: 'presentation'}, wires), svg('g', {role: 'presentation'}, arcs), svg('g', {role: 'presentation'}, inputs), svg('g', {role: 'presentation'}, neurons),
	title(l.xIn, 'middle', `${run.inputs} inputs`), title(l.xOut, 'middle', `${run.outputs} outputs`), title(l.right, 'end', 'lateral'));
	return {drawing, elements, at, somata, readings};
}

function paint(parts, run, {snapshot, limits, overlay, difference}) {
	parts.drawing.classList.toggle('staged', Boolean(overlay));
	for (const {element, node, wire, tip, gauge, reading, around} of parts.elements) {
		const {kind, post, pre} = element;
		const value = valueOf(element, snapshot, run);
		if (wire) {
			const [colours, limit] = kind === 'feedforward' ? [overlay?.w, limits.w] : [overlay?.m, limits.m];
			const index = kind === 'feedforward' ? post * run.inputs + pre : post * run.outputs + pre;
			const carried = colours?.values ? colours.values[index] : value;
			const most = colours?.values ? colours.limit : limit;
			const colour = finite(value) || colours?.values ? lineColour(carried, most) : 'var(--gap-line)';
			wire.style.stroke = colour;
			wire.style.strokeWidth = lineWidth(colours?.changes ? carried : value, colours?.changes ? most : limit);
			wire.style.setProperty('--strength', lineStrength(carried, most));
			if (tip) tip.style.fill = colour;
			node.classList.toggle('lit', Boolean(colours?.lit));
			node.classList.toggle('negative', finite(carried) && carried < 0);
		}
		if (gauge) {
			const full = limits.scale > 0 && finite(value) ? Math.min(1, Math.abs(value) / limits.scale) : 0;
			gauge.style.strokeDasharray = `${full * around} ${around}`;
			reading.textContent = overlay?.y ? `${overlay.symbol}${subscript(post)} ${short(overlay.y[post])}` : `${difference ? 'Δm' : 'm'} ${short(value)}`;
		}
		node.setAttribute('aria-label', `${symbolOf(element)} ${nameOf(element)}: ${short(value)}`);
	}
	parts.somata.forEach((soma, j) => tint(soma, overlay?.x?.[j], overlay?.xLimit));
	parts.readings.forEach(({soma}, i) => tint(soma, overlay?.y?.[i], overlay?.yLimit));
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
