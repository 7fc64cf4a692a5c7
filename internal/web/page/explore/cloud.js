import {html, onWidth, svg} from '../dom.js';
import {finite, short, subscript} from '../number.js';
import {saveMenu} from '../save.js';
import {set, state} from '../state.js';

// The stimuli in the plane of two components: a cloud, the ellipse of the covariance, and the rows of F as arrows: the
// direction to which each output responds.

const wide = 2.7, longest = 1.3; // roots of the variance, and lengths of arrows, that there is room for
const labelWide = 24, labelHigh = 17, mostLabels = 24; // pixels; more labels are not kept apart

// cloudPanel returns the panel: {node, world, show, goals}. world takes what the stimuli are, show the filters.
export function cloudPanel() {
	const box = html('div', {class: 'cloud'}), choice = html('select', {'aria-label': 'plane', onchange: () => { set({plane: choice.value}); }});
	const numbers = () => [['output', 'component', 'value'], ...filters.flatMap(({f, k}) => rows(f, k))];
	const legend = html('p', {class: 'facts gains'});
	const ofArrows = html('span', {}, ' Arrows: rows of F, what each output responds to; in the end as long as the output’s gain, not as the ellipse. Rings: where the theory puts their tips.');
	const node = html('section', {class: 'panel cloud-panel'}, html('header', {}, html('h2', {}, 'Stimuli and outputs ', html('small', {}, 'in the plane of components ')), choice, saveMenu('stimuli', numbers)), legend, box,
		html('p', {class: 'hint'}, 'Dots: stimuli. Ellipse: their covariance, as far as the root of the variance.', ofArrows));
	let size = 0, world = null, filters = [], goals = [], drawn = null;
	const plane = () => {
		const [a, b] = (state.plane ?? '1,2').split(',').map((c) => Number(c) - 1), most = Math.min(world.components, 16);
		return a >= 0 && b >= 0 && a < most && b < most && a !== b ? [a, b] : [0, Math.min(1, most - 1)];
	};
	const along = (f, row, c) => {
		let sum = 0;
		for (let j = 0; j < world.inputs; j++) sum += f[row * world.inputs + j] * world.basis[j * world.components + c];
		return sum;
	};
	function rows(f, k) {
		return Array.from({length: k}, (_, i) => plane().map((c) => [i, c + 1, along(f, i, c)])).flat();
	}
	const build = () => {
		if (!size || !world) return;
		const [a, b] = plane(), s = size / (2 * Math.max(longest, wide * Math.sqrt(Math.max(world.eigenvalues[a], world.eigenvalues[b])))), middle = size / 2, n = world.points.length / world.components;
		let dots = '';
		for (let t = 0; t < n; t++) dots += `M${(middle + s * world.points[t * world.components + a]).toFixed(1)} ${(middle - s * world.points[t * world.components + b]).toFixed(1)}h0`;
		const rings = goals.filter(({component}) => component === a || component === b).flatMap(({component, length, name}) => [1, -1].map((sign) => {
			const [x, y] = component === a ? [middle + sign * s * length, middle] : [middle, middle - sign * s * length];
			return svg('circle', {cx: x, cy: y, r: 7, class: 'goal'}, svg('title', {}, `${name}: length ${short(length)} along component ${component + 1}`));
		}));
		const arrows = svg('g', {});
		const picture = svg('svg', {width: size, height: size, viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': 'stimuli and outputs'},
			svg('line', {x1: 0, x2: size, y1: middle, y2: middle, class: 'grid'}), svg('line', {y1: 0, y2: size, x1: middle, x2: middle, class: 'grid'}),
			svg('text', {x: size - 4, y: size - 6, 'text-anchor': 'end', class: 'tick'}, `→ u${subscript(a + 1)}, variance ${short(world.eigenvalues[a])}`),
			svg('text', {x: 4, y: 12, class: 'tick'}, `↑ u${subscript(b + 1)}, variance ${short(world.eigenvalues[b])}`),
			svg('path', {d: dots, class: 'dots'}),
			svg('ellipse', {cx: middle, cy: middle, rx: s * Math.sqrt(world.eigenvalues[a]), ry: s * Math.sqrt(world.eigenvalues[b]), class: 'covariance'}), rings, arrows);
		drawn = {picture, arrows, sets: [], a, b, s, middle};
		box.replaceChildren(picture);
		paint();
	};
	const paint = () => {
		if (!drawn) return;
		filters.forEach(({f, k, kind}, at) => {
			drawn.sets[at] ??= [];
			for (let i = 0; i < k; i++) {
				drawn.sets[at][i] ??= arrow(drawn.arrows, i, kind);
				point(drawn.sets[at][i], along(f, i, drawn.a), along(f, i, drawn.b), drawn);
			}
		});
		label(drawn.sets.flat(), size);
		drawn.picture.setAttribute('aria-label', `stimuli and outputs: ${filters.flatMap(({f, k}) => Array.from({length: Math.min(k, 8)}, (_, i) => `y${subscript(i)} at ${short(along(f, i, drawn.a), 2)}, ${short(along(f, i, drawn.b), 2)}`)).join('; ')}`);
	};
	onWidth(box, (width) => { size = Math.min(width, 440); build(); });
	return {
		node,
		// world takes the stimuli, and the gains of the outputs of each circuit: {gains, inputs, components, eigenvalues, basis [inputs × components], points [n × components]}.
		world(next) {
			world = next;
			legend.replaceChildren(...next.gains.map((gains, i) => html('span', {class: i > 0 ? 'twin' : null}, html('i', {}), next.gains.length < 2 ? '' : i > 0 ? 'the twin, ' : 'the circuit, ', 'gains Λ ', html('b', {}, listed(gains)))));
			const most = Math.min(world.components, 6), pairs = [];
			for (let a = 0; a < most; a++) for (let b = a + 1; b < most; b++) pairs.push(`${a + 1},${b + 1}`);
			choice.replaceChildren(...pairs.map((p) => html('option', {value: p, selected: p === (state.plane ?? '1,2')}, p.replace(',', ' and '))));
			choice.hidden = pairs.length < 2;
			build();
		},
		// goals takes where arrows should end: {component, length, name}.
		goals(next) { goals = next; build(); },
		// show takes filters: {f [k × inputs], k, kind}.
		show(next) {
			if (next.length !== filters.length || next.some(({k}, i) => k !== filters[i].k)) drawn?.arrows.replaceChildren(), drawn && (drawn.sets = []);
			filters = next;
			ofArrows.hidden = filters.length === 0;
			paint();
		},
		redraw: build,
	};
}

// listed returns gains, of many the first and the last.
function listed(gains) {
	const all = gains.map((g) => short(g));
	return (all.length > 6 ? [...all.slice(0, 2), '…', all.at(-1)] : all).join(', ');
}

function arrow(parent, i, kind) {
	const line = svg('line', {class: 'shaft'}), head = svg('path', {d: 'M0 0L-9 4L-9 -4Z', class: 'point'}), name = svg('text', {class: 'symbol', 'text-anchor': 'middle'}, `y${subscript(i)}`);
	parent.append(svg('g', {class: `arrow ${kind ?? ''}`}, line, head, name));
	return {line, head, name};
}

// point draws an arrow to a place, or to the edge if it is beyond.
function point(arrow, u, v, {s, middle}) {
	const {line, head, name} = arrow, long = Math.hypot(u, v), known = finite(long), reach = middle - labelWide - 4, far = Math.min(1, reach / (s * long || 1));
	for (const part of [line, head, name]) part.style.display = known ? '' : 'none';
	arrow.at = null;
	if (!known) return;
	const x = middle + far * s * u, y = middle - far * s * v, d = Math.max(1e-9, Math.hypot(x - middle, y - middle));
	line.setAttribute('x1', middle);
	line.setAttribute('y1', middle);
	line.setAttribute('x2', x);
	line.setAttribute('y2', y);
	head.setAttribute('transform', `translate(${x} ${y}) rotate(${(Math.atan2(y - middle, x - middle) * 180) / Math.PI})`);
	head.style.display = d > 9 ? '' : 'none';
	arrow.at = {x: x + (14 * (x - middle)) / d, y: y + (14 * (y - middle)) / d, flat: Math.abs(x - middle) > Math.abs(y - middle)};
}

// label writes the names of arrows at their tips, inside the picture and apart from one another.
function label(arrows, size) {
	const all = arrows.filter(({at}) => at);
	for (let round = 0; round < 12 && all.length <= mostLabels; round++) {
		for (let i = 0; i < all.length; i++) {
			for (let j = 0; j < i; j++) separate(all[j].at, all[i].at);
		}
		for (const {at} of all) inside(at, size);
	}
	for (const {name, at} of all) {
		inside(at, size);
		name.setAttribute('x', at.x);
		name.setAttribute('y', at.y + 5);
	}
}

// separate moves two labels apart that cover each other: across the arrows that they stand at.
function separate(a, b) {
	const [x, y] = [b.x - a.x, b.y - a.y], [wide, high] = [labelWide - Math.abs(x), labelHigh - Math.abs(y)];
	if (wide <= 0 || high <= 0) return;
	if (a.flat) {
		const by = (y < 0 ? -high : high) / 2;
		[a.y, b.y] = [a.y - by, b.y + by];
	} else {
		const by = (x < 0 ? -wide : wide) / 2;
		[a.x, b.x] = [a.x - by, b.x + by];
	}
}

function inside(at, size) {
	at.x = Math.max(labelWide / 2, Math.min(size - labelWide / 2, at.x));
	at.y = Math.max(labelHigh / 2, Math.min(size - labelHigh / 2, at.y));
}
