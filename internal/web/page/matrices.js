import {largest} from './colour.js';
import {html} from './dom.js';
import {exists, symbolOf, valueOf, valuesOf} from './element.js';
import {drawMatrix} from './matrix.js';
import {count, finite, short} from './number.js';
import {learnt, overlaid} from './overlay.js';

// A large circuit as the matrices W and M of its weights. Where the inputs are the pixels of images,
// each row of W is drawn as the image that it is: the receptive field of an output, in the range that it
// has at the step, for what grows out of the noise is much smaller than the noise that it began with.

const mostDrawn = 256; // outputs that have a field and a bar of their own

// drawMatrices returns the drawing of a run's circuit, which shows and selects as drawCircuit does.
export function drawMatrices(run, pick) {
	const {inputs, outputs, image} = run, drawn = Math.min(outputs, mostDrawn);
	const hint = html('p', {class: 'hint', 'aria-hidden': 'true'});
	let shown = null;
	const hover = (kind) => (post, pre) => {
		hint.textContent = '\u00a0';
		if (post === null) return;
		const element = kind === 'lateral' && post === pre ? {kind: 'scale', post} : {kind, post, pre};
		hint.textContent = `${symbolOf(element)} = ${short(valueOf(element, shown))}`;
	};
	hover('lateral')(null);
	const chooseW = (post, pre, event) => pick({kind: 'feedforward', post, pre}, event);
	const chooseM = (post, pre, event) => {
		const element = post === pre ? {kind: 'scale', post, pre: -1} : {kind: 'lateral', post, pre};
		if (exists(run, element.kind, element.post, element.pre)) pick(element, event);
	};

	const m = drawMatrix({rows: outputs, columns: outputs, height: (w) => w, label: `lateral weights M, ${outputs} × ${outputs}`, pick: chooseM, hover: hover('lateral')});
	const ranges = Array.from({length: drawn}, () => html('small', {}));
	let fields = [], w = null;
	if (image) {
		fields = Array.from({length: drawn}, (_, i) => drawMatrix({
			rows: image.rows, columns: image.columns, height: (width) => (width * image.rows) / image.columns, label: `receptive field of output ${i}`,
			pick: (p, q, event) => chooseW(i, p * image.columns + q, event), hover: (p, q) => hover('feedforward')(p === null ? null : i, p * image.columns + q),
		}));
	} else {
		w = drawMatrix({rows: outputs, columns: inputs, height: () => Math.max(90, Math.min(320, outputs * 18)), label: `feedforward weights W, ${outputs} × ${inputs}`, pick: chooseW, hover: hover('feedforward')});
	}
	const scales = drawScales(outputs, pick);
	const rest = drawn < outputs ? `, the first ${drawn}` : '';
	const figure = (title, detail, ...inside) => html('figure', {}, html('figcaption', {}, html('b', {}, title), ' ', detail), inside);
	const node = html('div', {class: 'matrices', tabindex: 0, role: 'group', 'aria-label': `weights of ${count(inputs)} inputs and ${outputs} outputs as matrices; arrow keys move from synapse to synapse`},
		image
			? figure('W', `receptive fields, ${image.rows} × ${image.columns}, each in the range written below it${rest}`, html('div', {class: 'fields'}, fields.map((f, i) => html('div', {class: 'field'}, f.node, html('span', {}, symbolOf({kind: 'outputs', post: i}), ranges[i])))))
			: figure('W', `outputs ↓ × inputs → (${outputs} × ${count(inputs)})`, w.node),
		html('div', {class: 'laterals'}, exists(run, 'lateral') && html('div', {class: 'square'}, figure('M', 'post ↓ × pre →', m.node)), exists(run, 'scale') && figure('m', `scales${rest}`, scales.node)),
		hint);
	const selectIn = (element) => {
		const feed = element?.kind === 'feedforward';
		m.select(element?.kind === 'lateral' ? [element.post, element.pre] : element?.kind === 'scale' ? [element.post, element.post] : null);
		scales.select(element?.kind === 'scale' ? element.post : null);
		w?.select(feed ? [element.post, element.pre] : null);
		fields.forEach((f, i) => f.select(feed && element.post === i ? [Math.floor(element.pre / image.columns), element.pre % image.columns] : null));
	};
	return {
		node,
		show({snapshot, limits, overlay}) {
			shown = overlay && learnt(overlay) ? overlaid(snapshot, overlay) : snapshot;
			const of = (kind) => shown?.parts.find((p) => p.kind === kind), most = (kind) => of(kind)?.limit ?? limits[kind], feed = of('feedforward');
			const draw = (matrix, kind) => { const p = of(kind); matrix?.show(p?.values ?? p?.blocks?.extreme, most(kind), p?.values ? undefined : p?.blocks); };
			draw(w, 'feedforward');
			fields.forEach((f, i) => {
				const row = feed?.values?.slice(i * inputs, (i + 1) * inputs), limit = feed?.limit ?? largest(row);
				f.show(row, limit);
				ranges[i].textContent = feed?.changes ? '' : ` ±${short(limit, 2)}`;
			});
			draw(m, 'lateral');
			scales.show(valuesOf('scale', snapshot), limits.scale ?? 0);
		},
		select: selectIn,
		redraw() {
			[m, w, ...fields].forEach((one) => one?.redraw());
		},
	};
}

// drawScales returns the scales of the outputs as bars.
function drawScales(outputs, pick) {
	const rows = Array.from({length: Math.min(outputs, mostDrawn)}, (_, i) => {
		const rod = html('i', {}), number = html('span', {});
		return {rod, number, node: html('div', {class: 'scale-row', onclick: (event) => pick({kind: 'scale', post: i, pre: -1}, event)}, html('span', {class: 'symbol'}, symbolOf({kind: 'scale', post: i})), html('span', {class: 'rod'}, rod), number)};
	});
	return {
		node: html('div', {class: 'scale-rows'}, rows.map((r) => r.node)),
		show(m, most) {
			rows.forEach(({rod, number}, i) => {
				const v = m?.[i] ?? null;
				rod.style.width = `${finite(v) && most > 0 ? 100 * Math.max(0, Math.min(1, v / most)) : 0}%`;
				number.textContent = short(v);
			});
		},
		select(post) { rows.forEach((r, i) => r.node.classList.toggle('chosen', i === post)); },
	};
}
