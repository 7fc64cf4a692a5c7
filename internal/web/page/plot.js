import {html, onWidth, svg} from './dom.js';
import {count, exact, finite, short} from './number.js';
import {extent, timeAxis, valueAxis} from './scale.js';
import {set, state, watch} from './state.js';

// Values against time. Several plots beneath one another share their left edge and their cursor.

const left = 58, top = 8, bottom = 24, lettering = 13; // lettering is how high a line of text is

// rightOf returns the margin on the right: where curves are labelled at their ends, it has room for that.
const rightOf = ({labelled}) => (labelled ? 58 : 12);

// plot returns a plot: {node, show, shown, width}. With zero, the axis of a linear plot includes 0. A click
// goes to its step if it can, a stretch that is dragged over becomes the zoom of all plots, a double click ends that, and
// the cursor under the pointer is that of all plots. A logarithmic axis spans decades at most.
export function plot({label, height: high = 150, values = 'linear', zero = false, decades = Infinity, goes = true}) {
	const legend = html('div', {class: 'legend'});
	const frame = html('div', {class: 'frame'});
	const node = html('div', {class: 'plot'}, legend, frame);
	let width = 0, height = 0, shown = null, axes = null, line = null, drag = null;

	const draw = () => {
		if (width < 2 * left || !shown) return; // no room, as while a window is made small
		height = typeof high === 'function' ? high() : high;
		axes = axesOf(shown, values, zero, decades, width, height);
		frame.replaceChildren(picture(shown, axes, label, width, height));
		line = frame.firstChild.querySelector('.cursor');
		move();
	};
	const move = () => {
		if (!axes) return;
		const step = state.hover ?? state.step;
		const [a, b] = shown.range;
		const inside = finite(step) && step >= a && step <= b;
		line.style.display = inside ? '' : 'none';
		line.classList.toggle('hover', state.hover !== null);
		if (inside) for (const end of ['x1', 'x2']) line.setAttribute(end, axes.x.to(step));
		legend.replaceChildren(...entries(shown, step, state.hover === null));
	};
	const stepAt = (event) => {
		const x = event.clientX - frame.getBoundingClientRect().left;
		const [a, b] = shown.range;
		return Math.max(a, Math.min(b, Math.round(axes.x.from(Math.max(left, Math.min(width - rightOf(shown), x))))));
	};
	frame.addEventListener('pointerdown', (event) => {
		if (!axes || event.button !== 0) return;
		drag = {x: event.clientX, step: stepAt(event)};
	});
	frame.addEventListener('pointermove', (event) => {
		if (!axes) return;
		set({hover: event.pointerType === 'mouse' ? stepAt(event) : null});
		if (drag) band(axes.x.to(drag.step), axes.x.to(stepAt(event)));
	});
	const band = (a, b) => {
		const box = frame.firstChild.querySelector('.band');
		box.setAttribute('x', Math.min(a, b));
		box.setAttribute('width', Math.abs(a - b));
	};
	frame.addEventListener('pointerleave', () => {
		drag = null;
		if (axes) band(0, 0);
		set({hover: null});
	});
	frame.addEventListener('pointerup', (event) => {
		if (!drag || !axes) return;
		const from = drag.step, to = stepAt(event), far = Math.abs(event.clientX - drag.x);
		drag = null;
		band(0, 0);
		if (far > 6 && from !== to) set({zoom: `${Math.min(from, to)}-${Math.max(from, to)}`});
		else if (far <= 6 && goes) set({step: to});
	});
	frame.addEventListener('dblclick', () => set({zoom: null}));
	watch('step hover', move);
	onWidth(frame, (w) => { width = w; draw(); });
	return {
		node,
		// show draws {time, range, lines: [{name, label, step, values, style, now}], marks: [{step, text}], levels: [{value, text}], labelled}.
		show(next) { shown = next; draw(); },
		shown: () => shown,
		width: () => width || Math.round(innerWidth / 2), // before it stands on the page, about that
	};
}

function axesOf({time, range, lines, levels, labelled}, kind, zero, decades, width, height) {
	const keep = kind === 'log' ? (v) => Number.isFinite(v) && v > 0 : Number.isFinite;
	let [low, high] = extent([...lines.map((l) => visible(l, range)), (levels ?? []).map((l) => l.value)], keep) ?? [kind === 'log' ? 0.1 : 0, 1];
	if (kind === 'log') {
		const above = (levels ?? []).some((l) => l.value >= high) ? 4 : 1.25; // room for what is written on it
		[low, high] = [Math.max(low / 1.25, high * 10 ** -decades), high * above];
	} else {
		if (zero) [low, high] = [Math.min(0, low), Math.max(0, high)];
		const margin = (high - low || Math.abs(high) || 1) * 0.06;
		if (!zero || low < 0) low -= margin;
		if (!zero || high > 0) high += margin;
		if (low === high) high = low + 1;
	}
	const y = valueAxis(kind, [low, high], [height - bottom, top]), edge = y.ticks[0];
	if (kind === 'log' && edge?.value <= low * 1.3 && lines.some((l) => visible(l, range).some((v) => keep(v) && v < low))) edge.text = `≤${edge.text}`;
	return {x: timeAxis(time, range, [left, width - rightOf({labelled})]), y: {...y, to: (v) => y.to(Math.max(low, v))}, keep}; // what is lower runs along the edge
}

// visible returns the values of a line from the last before a range to the first after it.
function visible({step, values}, [a, b]) {
	const end = newest(step, b) + 1;
	return values.slice(Math.max(0, newest(step, a)), step[end - 1] === b ? end : end + 1);
}

function picture({range, lines, marks, levels, labelled}, {x, y, keep}, label, width, height) {
	const right = rightOf({labelled});
	const crisp = (v) => Math.round(v) + 0.5;
	const inside = ({step}) => step >= range[0] && step <= range[1];
	return svg('svg', {width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': summary(label, lines, range)},
		y.ticks.map(({value, text}) => [
			svg('line', {x1: left, x2: width - right, y1: crisp(y.to(value)), y2: crisp(y.to(value)), class: value === 0 ? 'zero' : 'grid'}),
			svg('text', {x: left - 7, y: y.to(value) + 4, 'text-anchor': 'end', class: 'tick'}, text)]),
		x.ticks.map(({value, text}) => [
			svg('line', {x1: crisp(x.to(value)), x2: crisp(x.to(value)), y1: height - bottom, y2: height - bottom + 4, class: 'notch'}),
			svg('text', {x: x.to(value), y: height - 7, 'text-anchor': anchor(x.to(value), width), class: 'tick'}, text)]),
		svg('line', {x1: left, x2: width - right, y1: height - bottom + 0.5, y2: height - bottom + 0.5, class: 'notch'}),
		(levels ?? []).map(({value}) => keep(value) && svg('line', {x1: left, x2: width - right, y1: y.to(value), y2: y.to(value), class: 'level'})),
		(marks ?? []).filter(inside).map(({step, text, other}) => svg('g', {class: other ? 'event other' : 'event'}, svg('title', {}, `step ${count(step)}: ${text}`),
			svg('line', {x1: x.to(step), x2: x.to(step), y1: top, y2: height - bottom}), svg('path', {d: `M${x.to(step) - 4} ${top - 6}h8l-4 7z`}))),
		svg('svg', {x: left, y: 0, width: width - right - left, height, viewBox: `${left} 0 ${width - right - left} ${height}`}, // which cuts off what is outside
			(labelled ? lines.toReversed() : lines).map(({step, values, style}) => svg('path', {d: path(step, values, x, y, keep), class: `curve ${style ?? ''}`})),
			lines.flatMap(({step, values, style}) => lonely(step, values, keep).map((i) => svg('circle', {cx: x.to(step[i]), cy: y.to(values[i]), r: 2, class: `dot ${style ?? ''}`})))),
		(levels ?? []).map(({value, text}) => keep(value) && text && svg('text', {x: left + 4, y: y.to(value) + (y.to(value) < top + 14 ? 13 : -5), class: 'note'}, text)),
		labelled && labels(lines, range, y, keep, width - right, height),
		svg('line', {y1: top, y2: height - bottom, x1: 0, x2: 0, class: 'cursor'}),
		svg('rect', {x: 0, y: top, width: 0, height: height - bottom - top, class: 'band'}));
}

// labels writes beside each curve, where it ends, what it is, and keeps the labels apart.
function labels(lines, [, last], y, keep, at, height) {
	const ends = lines.filter(({label}) => label).map(({label, style, step, values}) => {
		let i = newest(step, last);
		while (i >= 0 && !keep(values[i])) i--;
		return i < 0 ? null : {label, style, from: y.to(values[i]), to: y.to(values[i])};
	}).filter(Boolean).sort((a, b) => a.from - b.from);
	const lowest = height - bottom - 4;
	for (let i = 0, least = top + 4; i < ends.length; i++) least = (ends[i].to = Math.max(ends[i].to, least)) + lettering;
	for (let i = ends.length - 1, most = lowest; i >= 0; i--) most = (ends[i].to = Math.min(ends[i].to, most)) - lettering;
	return ends.map(({label, style, from, to}) => [svg('path', {d: `M${at + 1} ${from.toFixed(1)}L${at + 12} ${to.toFixed(1)}`, class: `leader ${style ?? ''}`}), svg('text', {x: at + 15, y: to + 4, class: `label ${style ?? ''}`}, label)]);
}

function anchor(x, width) {
	return x > width - 30 ? 'end' : 'middle';
}

// path returns the path of a line, with a gap where there is no value.
function path(step, values, x, y, keep) {
	let d = '', pen = 'M';
	for (let i = 0; i < step.length; i++) {
		if (values[i] === null || !keep(values[i])) {
			pen = 'M';
			continue;
		}
		d += `${pen}${x.to(step[i]).toFixed(1)} ${y.to(values[i]).toFixed(1)}`;
		pen = 'L';
	}
	return d;
}

// lonely returns which values stand between two gaps, where no line would show them.
function lonely(step, values, keep) {
	const there = (i) => i >= 0 && i < step.length && values[i] !== null && keep(values[i]);
	return step.map((_, i) => i).filter((i) => there(i) && !there(i - 1) && !there(i + 1));
}

// newest returns the index of the last recorded step at or before a step, or −1.
export function newest(steps, step) {
	let low = 0, high = steps.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (steps[middle] <= step) low = middle + 1;
		else high = middle;
	}
	return low - 1;
}

// entries returns the legend: the newest values at or before a step, and when the first of them was
// recorded. Records that are not drawn may be known at the cursor: now {step, value}.
function entries({lines, title, dated}, step, atCursor) {
	let date = null;
	const all = lines.filter(({name}) => name).map(({name, step: steps, values, style, now}) => {
		let i = finite(step) ? newest(steps, step) : steps.length - 1;
		while (i >= 0 && !finite(values[i])) i--;
		let record = i >= 0 ? {step: steps[i], value: values[i]} : {step: null, value: null};
		if (atCursor && now && finite(now.value) && now.step <= step && now.step >= (record.step ?? -1)) record = now;
		date ??= record.step;
		return html('span', {class: 'entry', title: record.step === null ? null : `${exact(record.value)} at step ${count(record.step)}`},
			html('i', {class: `swatch ${style ?? ''}`}), html('span', {}, name), ' ', html('b', {}, short(record.value)), dated && record.step !== null && record.step !== date && html('small', {}, ` at ${count(record.step)}`));
	});
	return [title && html('span', {class: 'title'}, title), ...all, dated && date !== null && html('span', {class: 'date'}, `at step ${count(date)}`)].filter(Boolean);
}

function summary(label, lines, range) {
	const [a, b] = range;
	const parts = lines.map((line) => {
		const found = extent([visible(line, range)]);
		return found ? `${line.name} from ${short(found[0])} to ${short(found[1])}` : `${line.name}: no values`;
	});
	return `${label}, steps ${Math.round(a)} to ${Math.round(b)}; ${parts.join('; ')}`;
}
