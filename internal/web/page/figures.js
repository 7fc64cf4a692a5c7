import {largest} from './colour.js';
import {html} from './dom.js';
import {exists, isAmong, isFed, letterOf, scalesIn, signOf, symbolOf, tiedOf, valueOf} from './element.js';
import {drawMatrix} from './matrix.js';
import {finite, short} from './number.js';
import {overlaid} from './overlay.js';

// Parts of a circuit as figures: weights as a matrix, scales and other variables as bars. Where the inputs are the pixels of
// images, each row of weights is drawn as the image that it is: the receptive field of a neuron, in the range that it has at the
// step, for what grows out of the noise is much smaller than the noise that it began with.

const mostRows = 256; // neurons that have a field or a bar of their own

// drawFigures returns the figures of some parts of a run's circuit: {node, fields, show, select, redraw}. fields are the kinds
// that are drawn as receptive fields.
export function drawFigures(run, parts, pick) {
	const isField = (p) => isFed(run, p) && run.image?.rows * run.image?.columns === p.columns;
	const figures = parts.map((part) => {
		const draw = part.class !== 'synapses' ? drawBars : isField(part) ? drawFields : drawWeights;
		const {node, ...figure} = draw(part, run, pick), wide = isField(part) || part.columns > 24;
		const seen = part.recorded ? node : html('div', {class: 'no-run'}, html('span', {}, 'not recorded'));
		return {...figure, kind: part.kind, node: html('figure', {class: wide ? 'part wide' : 'part'}, html('figcaption', {}, html('b', {}, letterOf(part.kind)), ` ${about(part, run)}`), seen)};
	});
	return {
		node: parts.length > 0 && html('div', {class: 'part-figures', tabindex: 0, role: 'group', 'aria-label': 'parts of the circuit; arrow keys move from one element to the next'}, figures.map((f) => f.node)),
		fields: parts.filter(isField).map((p) => p.kind),
		show({snapshot, limits, overlay}) {
			const shown = overlaid(snapshot, overlay);
			for (const {kind, show} of figures) {
				const found = shown?.parts.find((p) => p.kind === kind);
				if (found) show(found, found.limit ?? limits[kind], shown);
			}
		},
		select(element) { for (const {select} of figures) select(element); },
		redraw() { for (const {redraw} of figures) redraw?.(); },
	};
}

// about says what a part is.
function about(part, run) {
	if (part.class !== 'synapses') return `${part.class} of ${part.to}` + (part.rows > mostRows ? `, the first ${mostRows} of ${part.rows}` : '');
	const back = tiedOf(run).get(part.kind);
	return [`${part.from} ${signOf(part) < 0 ? '⊣' : '→'} ${part.to}, ${part.rows} × ${part.columns}`, part.sign, back && `back as ${back.name}, ${back.sign}`].filter(Boolean).join(', ');
}

// drawWeights returns synapses as a matrix, on whose diagonal stand the scales of a population.
function drawWeights(part, run, pick) {
	const {kind, rows, columns} = part, scales = isAmong(part) && scalesIn(run, part.to), hint = html('p', {class: 'hint', 'aria-hidden': 'true'});
	const at = (post, pre) => (scales && post === pre ? {kind: scales.kind, post, pre: -1} : {kind, post, pre});
	let shown = null;
	const hover = (post, pre) => { hint.textContent = post === null ? '\u00a0' : `${symbolOf(at(post, pre))} = ${short(valueOf(at(post, pre), shown))}`; };
	hover(null);
	const high = (width) => (isAmong(part) ? width : Math.max(Math.min(320, rows * 18), Math.min(260, (width * rows) / columns)));
	const {node, show, select, redraw} = drawMatrix({rows, columns, height: high, label: `${kind}: ${about(part, run)}`, hover, pick(post, pre, event) {
		const element = at(post, pre);
		if (exists(run, element.kind, element.post, element.pre)) pick(element, event);
	}});
	node.style.maxWidth = `${isAmong(part) ? Math.min(260, columns * 30) : Math.max(60, columns * 30)}px`;
	return {
		node: [node, hint], redraw,
		show({values, blocks}, limit, snapshot) {
			shown = snapshot;
			show(values ?? blocks?.extreme, limit, values ? undefined : blocks);
		},
		select(element) { select(element?.kind === kind ? [element.post, element.pre] : scales && element?.kind === scales.kind ? [element.post, element.post] : null); },
	};
}

// drawFields returns the receptive fields of neurons.
function drawFields({kind, rows, columns}, run, pick) {
	const {image} = run, hint = html('p', {class: 'hint', 'aria-hidden': 'true'}, '\u00a0'), ranges = Array.from({length: Math.min(rows, mostRows)}, () => html('small', {}));
	let shown = null;
	const at = (post, p, q) => ({kind, post, pre: p * image.columns + q});
	const fields = ranges.map((_, i) => drawMatrix({
		rows: image.rows, columns: image.columns, height: (width) => (width * image.rows) / image.columns, label: `receptive field of neuron ${i}`, pick: (p, q, event) => pick(at(i, p, q), event),
		hover(p, q) { hint.textContent = p === null ? '\u00a0' : `${symbolOf(at(i, p, q))} = ${short(valueOf(at(i, p, q), shown))}`; },
	}));
	const note = html('p', {class: 'hint'}, `Receptive fields, ${image.rows} × ${image.columns}, each in the range written below it${rows > mostRows ? `: the first ${mostRows}` : ''}.`);
	return {
		node: [note, html('div', {class: 'fields'}, fields.map((f, i) => html('div', {class: 'field'}, f.node, html('span', {}, String(i), ranges[i])))), hint],
		show({values, changes, limit: common}, _, snapshot) {
			shown = snapshot;
			fields.forEach((f, i) => {
				const row = values?.slice(i * columns, (i + 1) * columns), limit = common ?? largest(row);
				f.show(row, limit);
				ranges[i].textContent = changes ? '' : ` ±${short(limit, 2)}`;
			});
		},
		select(element) { fields.forEach((f, i) => f.select(element?.kind === kind && element.post === i ? [Math.floor(element.pre / image.columns), element.pre % image.columns] : null)); },
		redraw() { for (const f of fields) f.redraw(); },
	};
}

// drawBars returns the numbers of neurons as bars.
function drawBars({kind, rows}, run, pick) {
	const bars = Array.from({length: Math.min(rows, mostRows)}, (_, post) => {
		const rod = html('i', {}), number = html('span', {}), symbol = html('span', {class: 'symbol'}, symbolOf({kind, post}));
		return {rod, number, node: html('div', {class: 'scale-row', onclick: (event) => pick({kind, post, pre: -1}, event)}, symbol, html('span', {class: 'rod'}, rod), number)};
	});
	return {
		node: html('div', {class: 'scale-rows'}, bars.map((b) => b.node)),
		show({values}, most) {
			bars.forEach(({rod, number}, i) => {
				const v = values?.[i] ?? null;
				rod.style.width = `${finite(v) && most > 0 ? 100 * Math.min(1, Math.abs(v) / most) : 0}%`;
				number.textContent = short(v);
			});
		},
		select(element) { bars.forEach((b, i) => b.node.classList.toggle('chosen', element?.kind === kind && element.post === i)); },
	};
}
