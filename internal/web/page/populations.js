import {svg} from './dom.js';
import {signOf} from './element.js';
import {layersOf, placesOf, titleOf} from './layers.js';

// A large circuit, population by population: an arrow adds to what a population receives, a bar takes away; a projection that is
// the transpose of another one is dashed.

// drawPopulations returns the drawing of a run's circuit in a width.
export function drawPopulations(run, width) {
	const {populations, parts, tied} = run.graph, {places, height} = placesOf(run, layersOf(run.graph), width, 260);
	const middle = (name) => (places.get(name).top + places.get(name).bottom) / 2;
	const projections = [...parts.filter((p) => p.class === 'synapses'), ...tied.map((t) => ({...t, kind: `${t.name} = ${t.of}ᵀ`, tied: true}))];
	const arrows = projections.map((p, k) => {
		const [a, b] = [places.get(p.from), places.get(p.to)], y1 = middle(p.from), y2 = middle(p.to), low = Math.max(y1, y2) + 74 + 16 * (k % 3);
		const [d, end, mx, my] = p.from === p.to ? [`M${a.x + 22} ${y1 - 14}C${a.x + 74} ${y1 - 40} ${a.x + 74} ${y1 + 40} ${a.x + 24} ${y1 + 14}`, [a.x + 23, y1 + 14, 180], a.x + 66, y1 + 4]
			: b.x <= a.x ? [`M${a.x} ${y1 + 30}C${a.x} ${low} ${b.x} ${low} ${b.x} ${y2 + 32}`, [b.x, y2 + 31, -90], (a.x + b.x) / 2, low - 4]
			: [`M${a.x + 22} ${y1}L${b.x - 24} ${y2}`, [b.x - 23, y2, (Math.atan2(y2 - y1, b.x - a.x - 46) * 180) / Math.PI], (a.x + b.x) / 2, (y1 + y2) / 2 - 8];
		const bar = signOf(p) < 0;
		return [svg('path', {class: p.tied ? 'projection tied' : 'projection', d}), svg('path', {class: bar ? 'head bar' : 'head', d: bar ? 'M-1 -6V6' : 'M0 0L-9 4.5L-9 -4.5Z', transform: `translate(${end[0]} ${end[1]}) rotate(${end[2]})`}),
			svg('text', {x: mx, y: my, 'text-anchor': 'middle', class: 'symbol', 'aria-hidden': 'true'}, p.kind)];
	});
	const boxes = populations.map((p) => {
		const place = places.get(p.name), y = middle(p.name);
		return [svg('rect', {x: place.x - 22, width: 44, y: y - 30, height: 60, rx: 8, class: 'soma'}), titleOf(p, run, {...place, title: Math.max(12, y - 38)}, width)];
	});
	return svg('svg', {width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', class: 'graph', 'aria-label': `circuit of ${populations.map((p) => `${p.neurons} ${p.name}`).join(', ')}`}, arrows, boxes);
}
