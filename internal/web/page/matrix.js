import {palette} from './colour.js';
import {html, onWidth} from './dom.js';

// A matrix as a picture, a cell a value. Where there are more cells than pixels, a pixel shows the
// value of greatest size among its cells, so that nothing that stands out is lost.

// drawMatrix returns the picture of a matrix [rows × columns]; height says how high it is at a width.
// hover hears of the cell under the pointer, pick of the one that is clicked. What is shown may have
// fewer rows and columns: blocks of the matrix.
export function drawMatrix({rows, columns, height, label, pick, hover}) {
	const canvas = html('canvas', {role: 'img', 'aria-label': label});
	const marker = html('div', {class: 'cell'});
	const box = html('div', {class: 'matrix'}, canvas, marker);
	let width = 0, values = null, limit = 1, shape = {rows, columns}, marked = null;
	const cellAt = (event) => {
		const frame = canvas.getBoundingClientRect();
		const clamp = (v, n) => Math.max(0, Math.min(n - 1, Math.floor(v * n)));
		return [clamp((event.clientY - frame.top) / frame.height, rows), clamp((event.clientX - frame.left) / frame.width, columns)];
	};
	if (pick) canvas.addEventListener('click', (event) => pick(...cellAt(event), event));
	if (hover) {
		canvas.addEventListener('pointermove', (event) => hover(...cellAt(event)));
		canvas.addEventListener('pointerleave', () => hover(null, null));
	}
	const draw = () => {
		if (!width || !rows || !columns) return;
		const high = height(width), dense = Math.min(2, devicePixelRatio || 1);
		canvas.style.aspectRatio = `${width} / ${high}`; // also on paper, where it has another width
		const across = Math.min(shape.columns, Math.ceil(width * dense)), down = Math.min(shape.rows, Math.ceil(high * dense));
		if (canvas.width !== across || canvas.height !== down) [canvas.width, canvas.height] = [across, down];
		const context = canvas.getContext('2d');
		const image = context.createImageData(across, down), colour = palette();
		for (let q = 0, at = 0; q < down; q++) {
			for (let p = 0; p < across; p++, at += 4) colour(image.data, at, loudest(values, shape, down, across, q, p), limit);
		}
		context.putImageData(image, 0, 0);
		mark();
	};
	const mark = () => {
		marker.hidden = !marked;
		if (!marked) return;
		const [i, j] = marked, high = height(width);
		const w = width / columns, h = high / rows;
		Object.assign(marker.style, {left: `${j * w - Math.max(0, 5 - w) / 2}px`, top: `${i * h - Math.max(0, 5 - h) / 2}px`, width: `${Math.max(5, w)}px`, height: `${Math.max(5, h)}px`});
	};
	onWidth(box, (w) => { width = w; draw(); });
	return {
		node: box,
		show(next, most, blocks) {
			[values, limit, shape] = [next, most, blocks ?? {rows, columns}];
			draw();
		},
		select(cell) { marked = cell; mark(); },
		redraw: draw,
	};
}

function loudest(values, {rows, columns}, down, across, q, p) {
	if (!values) return null;
	const i0 = Math.floor((q * rows) / down), i1 = Math.max(i0 + 1, Math.floor(((q + 1) * rows) / down));
	const j0 = Math.floor((p * columns) / across), j1 = Math.max(j0 + 1, Math.floor(((p + 1) * columns) / across));
	let found = null;
	for (let i = i0; i < i1; i++) {
		for (let j = j0; j < j1; j++) {
			const v = values[i * columns + j];
			if (v !== null && v !== undefined && (found === null || Math.abs(v) > Math.abs(found))) found = v;
		}
	}
	return found;
}
