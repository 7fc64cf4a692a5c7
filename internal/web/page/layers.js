import {svg} from './dom.js';
import {isAmong, scalesIn} from './element.js';

// Where the populations of a circuit stand when it is drawn.

// layersOf returns the populations in layers: as many projections from an input as it takes to get there. Those
// that no input reaches, as interneurons that hear by the synapses of another projection, stand beside whom they reach.
export function layersOf({populations, parts}) {
	const projections = parts.filter((p) => p.class === 'synapses'), depth = new Map(populations.filter((p) => p.input).map((p) => [p.name, 0]));
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

// placesOf returns how high a drawing is, and where it has each population: {x, top, bottom, at, …} by name, where at says how
// high a neuron stands.
export function placesOf(run, layers, width, given) {
	const talk = document.body.classList.contains('talk'), narrow = width < 460, left = narrow ? 34 : talk ? 90 : 62;
	const high = (p) => p.neurons * (p.input ? 32 : 112), least = (p) => Math.max(2, p.neurons);
	const tall = Math.max(...layers.map((layer) => layer.reduce((n, p) => n + high(p), 0)));
	const height = given ?? (talk ? Math.max(300, innerHeight - 250) : Math.max(narrow ? 250 : 380, Math.min(540, tall)));
	const arcs = layers.map((layer) => run.graph.parts.some((q) => isAmong(q) && layer.some((p) => p.name === q.to)) || layer.length > 1);
	const end = arcs.at(-1) ? width * (1 - (narrow ? 0.76 : 0.8) / Math.max(2, layers.length)) : width - left, apart = (end - left) / Math.max(1, layers.length - 1);
	const places = new Map();
	layers.forEach((layer, k) => {
		const x = Math.round(left + k * apart), all = layer.reduce((n, p) => n + least(p), 0);
		let start = 0;
		for (const p of layer) {
			const frame = (height * least(p)) / all, top = start + 34, bottom = start + frame - 26, gap = p.neurons === 1 ? 100 : (bottom - top) / p.neurons;
			const r = Math.max(Math.min(p.input ? 3.5 : 8, gap * 0.4), Math.min(p.input ? (talk ? 24 : 13) : talk ? 38 : 21, gap * (p.input ? 0.4 : 0.24)));
			const roomy = gap > 2 * r + (talk ? 60 : 34), inset = p.input ? Math.min(14, gap / 2) : Math.min(r + (roomy ? 24 : 6), gap / 2); // roomy: for what is written below a neuron
			const span = bottom - top - 2 * inset, ring = scalesIn(run, p.name) ? r + 5 : 0;
			places.set(p.name, {
				x, top, bottom, r, ring, roomy, span, count: p.neurons, gap: span / Math.max(1, p.neurons - 1), rim: ring ? r + 8 : r + 3, labels: p.input ? gap > 13 : r >= 7,
				below: talk ? 28 : 16, title: start + 14, room: layers.length > 1 ? apart - 8 : width, right: k === layers.length - 1 ? width - 14 : x + 0.45 * apart,
				at: (i) => (p.neurons === 1 ? (top + bottom) / 2 : top + inset + (i * span) / (p.neurons - 1)),
			});
			start += frame;
		}
	});
	return {places, height};
}

// titleOf returns the heading of a population, which is cut to the room that it has.
export function titleOf({name, neurons, input}, run, {x, title, room}, width) {
	const role = input && name !== 'inputs' ? ', input' : name === run.graph.output && name !== 'outputs' ? ', output' : '';
	const long = Math.max(8, Math.floor(room / 6.6)), all = `${neurons} ${name}${role}`, text = all.length <= long ? all : `${all.slice(0, long - 1)}…`, half = 3.4 * text.length;
	return svg('text', {x: Math.max(half, Math.min(width - half, x)), y: title, 'text-anchor': 'middle', class: 'heading'}, text, text !== all && svg('title', {}, all));
}
