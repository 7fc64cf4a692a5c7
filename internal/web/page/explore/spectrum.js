import {html, onWidth, svg} from '../dom.js';
import {short} from '../number.js';

// The spectrum of the stimuli as bars that can be dragged. A number is the variance along a component; heights go by its root, so that
// small ones are seen.

const most = 12, high = 132, top = 18, bottom = 20, least = 0.001;

// spectrumBars returns {node, show, threshold}. changing hears of each spectrum while a bar is dragged, changed of the last.
export function spectrumBars({changing, changed}) {
	const box = html('div', {class: 'spectrum'});
	let values = [], tail = [], wanted = 1, inputs = 1, width = 0, full = 1, parts = [], held = false, lets = null; // held by a pointer; lets: the variance from which on a component is let in
	const line = svg('line', {class: 'threshold'}), says = html('p', {class: 'hint', hidden: true}), stuck = html('p', {class: 'hint', role: 'status'}), node = html('div', {id: 'spectrum'}, box, stuck, says);
	const heightOf = (g) => (high - top - bottom) * Math.min(1, Math.sqrt(g / full));
	const clamp = (i, g) => Math.max(values[i + 1] ?? tail[0] ?? least, Math.min(values[i - 1] ?? 2 * full, Number(g.toPrecision(3))));
	// spectrum returns all eigenvalues. The last is that of all further components, and stands once.
	const spectrum = () => {
		const all = [...values, ...tail];
		while (all.length > 1 && all.at(-1) === all.at(-2)) all.pop();
		return all;
	};
	const put = (i, g) => {
		const next = clamp(i, g), wished = Number(g.toPrecision(3));
		stuck.textContent = wished > next && i > 0 ? 'A variance cannot pass its left neighbour: drag that one first.' : wished < next && wished >= least ? 'A variance cannot fall below its right neighbour: drag that one first.' : '';
		if (next === values[i]) return false;
		values[i] = next;
		paint();
		changing(spectrum());
		return true;
	};
	const build = () => {
		if (!width) return;
		const n = values.length, each = width / n;
		parts = values.map((_, i) => {
			const bar = svg('rect', {x: i * each + each * 0.16, width: each * 0.68, class: i < wanted ? 'bar-rect wanted' : 'bar-rect', rx: 2}), number = svg('text', {x: (i + 0.5) * each, 'text-anchor': 'middle', class: 'tick'});
			const rest = i === n - 1 && tail.length === 0 && inputs > n, more = i === n - 1 && tail.length > 0;
			const node = svg('g', {tabindex: 0, role: 'slider', class: 'eigenvalue', 'aria-label': rest ? `variance along components ${n} to ${inputs}` : `variance along component ${i + 1}`, 'aria-valuemin': least},
				svg('rect', {x: i * each, y: 0, width: each, height: high, class: 'area'}), bar, number, svg('text', {x: (i + 0.5) * each, y: high - 5, 'text-anchor': 'middle', class: 'tick'}, rest ? `${n}–${inputs}` : more ? `${n} of ${inputs}` : String(i + 1)));
			const from = (event) => {
				const y = (event.clientY - box.getBoundingClientRect().top) / (high - top - bottom);
				return full * Math.max(0, (high - bottom) / (high - top - bottom) - y) ** 2;
			};
			let dragged = false;
			node.addEventListener('pointerdown', (event) => {
				node.setPointerCapture(event.pointerId);
				held = true;
				dragged = put(i, from(event));
			});
			node.addEventListener('pointermove', (event) => { if (node.hasPointerCapture(event.pointerId) && put(i, from(event))) dragged = true; });
			node.addEventListener('lostpointercapture', () => {
				held = false;
				if (dragged) changed(spectrum());
				dragged = false;
			});
			node.addEventListener('keydown', (event) => {
				const by = {ArrowUp: 1.1, ArrowRight: 1.1, ArrowDown: 1 / 1.1, ArrowLeft: 1 / 1.1, PageUp: 1.5, PageDown: 1 / 1.5}[event.key];
				if (!by) return;
				event.preventDefault();
				event.stopPropagation();
				if (put(i, values[i] * by)) changed(spectrum());
			});
			return {node, bar, number};
		});
		const focused = [...box.querySelectorAll('.eigenvalue')].indexOf(document.activeElement);
		box.replaceChildren(svg('svg', {width, height: high, viewBox: `0 0 ${width} ${high}`, class: 'bars-drawing', role: 'group', 'aria-label': 'spectrum of the stimuli'},
			svg('line', {x1: 0, x2: width, y1: high - bottom + 0.5, y2: high - bottom + 0.5, class: 'notch'}), parts.map(({node}) => node), line));
		if (focused >= 0) parts[focused]?.node.focus();
		paint();
	};
	const paint = () => {
		const level = lets === null ? null : high - bottom - heightOf(lets);
		parts.forEach(({node, bar, number}, i) => {
			const h = Math.max(1, heightOf(values[i])), above = high - bottom - h - 4, y = level !== null && above > level - 3 && above < level + 12 ? level - 3 : above; // the line crosses no number
			bar.setAttribute('y', high - bottom - h);
			bar.setAttribute('height', h);
			number.setAttribute('y', y);
			number.textContent = short(values[i], 2);
			node.setAttribute('aria-valuemax', 2 * full);
			node.setAttribute('aria-valuenow', values[i]);
		});
		line.style.display = level === null ? 'none' : '';
		says.hidden = level === null;
		if (level === null) return;
		for (const [key, v] of Object.entries({x1: 0, x2: width, y1: level, y2: level})) line.setAttribute(key, v);
		says.textContent = `Dashed: the threshold g*, ${short(lets)}. A lateral state lets in what is above it.`;
	};
	onWidth(box, (w) => { width = w; build(); });
	return {
		node,
		// threshold takes lateral states. The line stands at the variance that all of them let in: of one state it is the last threshold.
		threshold(traps) {
			const all = traps.flatMap(({threshold}) => threshold?.slice(-1) ?? []);
			lets = all.length > 0 ? Math.max(...all) : null;
			paint();
		},
		// show takes the eigenvalues of the stimuli, the last of which may stand for all further ones, how many components are wanted, and the number of inputs.
		show(known, k, n) {
			if (held) return; // until then what is dragged counts
			const eigenvalues = Array.from({length: n}, (_, i) => known[i] ?? known.at(-1));
			const next = eigenvalues.slice(0, Math.min(most, n)), beyond = eigenvalues.slice(most, n), equal = (a, b) => a.length === b.length && a.every((v, i) => v === b[i]);
			const further = beyond.every((v) => v === next.at(-1)) ? [] : beyond; // those that are equal to the last bar are one with it
			const same = k === wanted && n === inputs && equal(next, values) && equal(further, tail);
			if (!same) stuck.textContent = '';
			[values, tail, wanted, inputs, full] = [next, further, k, n, Math.max(1, next[0])];
			if (!same || parts.length !== next.length) build();
			else paint();
		},
	};
}
