import {html, say, svg} from './dom.js';

// A panel as files: a picture of all that it shows, which needs no style sheet, and its numbers; and the
// command that makes the like.

// saveMenu returns the menu of a panel, for its header. numbers returns rows, the first with the names of the
// columns, and commands what stands after twophase, for pictures and for numbers; either may be null.
export function saveMenu(name, numbers, commands = null) {
	const panel = () => menu.closest('.panel');
	const button = (text, label, act) => html('button', {type: 'button', 'aria-label': label, title: label, onclick: act}, text);
	const listed = html('div', {class: 'commands'});
	const entry = (command) => {
		const code = html('code', {tabindex: 0, 'aria-label': 'command'}, `twophase ${command}`);
		const copy = async () => {
			getSelection().selectAllChildren(code); // to be copied by hand where the browser does not let a page do it
			await navigator.clipboard?.writeText(code.textContent).then(() => say('command copied'), () => {});
		};
		return html('span', {class: 'command'}, code, button('copy', `copy twophase ${command}`, copy));
	};
	const menu = html('details', {class: 'save', ontoggle: () => { if (menu.open && commands) listed.replaceChildren(...commands().map(entry)); }},
		html('summary', {'aria-label': `save ${name}`, title: `save ${name}`}, '⤓'),
		html('div', {class: 'choices'}, html('span', {},
			button('SVG', `save ${name} as SVG`, () => save(`${name}.svg`, picture(panel()))),
			button('PNG', `save ${name} as PNG`, async () => save(`${name}.png`, await pixels(picture(panel())))),
			numbers && button('CSV', `save ${name} as CSV`, () => save(`${name}.csv`, table(numbers())))),
		commands && listed));
	menu.addEventListener('keydown', (event) => {
		if (event.key !== 'Escape' || !menu.open) return;
		event.stopPropagation();
		menu.open = false;
		menu.firstChild.focus();
	});
	return menu;
}

// save gives the user a file.
export function save(name, content) {
	const link = html('a', {href: URL.createObjectURL(new Blob([content])), download: name.replace(/[^\w.,-]+/g, '-')});
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// quoted returns a word as a shell reads it.
export function quoted(word) {
	const safe = word.startsWith('-') ? `./${word}` : word;
	return /^[\w./@%+=:,-]+$/.test(safe) ? safe : `'${safe.replaceAll("'", `'\\''`)}'`;
}

// table returns rows as CSV: nothing where a value is not known.
export function table(rows) {
	const cell = (v) => (typeof v === 'string' && /[^\w.[\]-]/.test(v) ? `"${v.replaceAll('"', '""')}"` : v ?? '');
	return rows.map((row) => row.map(cell).join(',') + '\n').join('');
}

// linesOf returns the rows of what plots show.
export function linesOf(plots) {
	const rows = plots.filter((p) => !p.node.hidden && p.shown()).flatMap((p) => p.shown().lines.flatMap(({name, step, values}) => step.map((s, i) => [name, s, values[i]])));
	return [['line', 'step', 'value'], ...rows];
}

const styles = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linejoin', 'stroke-linecap', 'stroke-opacity', 'fill-opacity', 'paint-order', 'opacity', 'font', 'display'];
const leftOut = '.save, .unpin, .zoom, .moves, .controls, .hover, .unseen, input, select, [hidden]';

// picture returns all that a panel shows as an SVG: its drawings, its images, and its texts where they stand.
export function picture(panel) {
	const frame = panel.getBoundingClientRect(), parts = [];
	const box = (r) => ({x: r.left - frame.left, y: r.top - frame.top, width: r.width, height: r.height});
	const visit = (node) => {
		if (node.nodeType === Node.TEXT_NODE) return parts.push(...texts(node, frame));
		if (node.nodeType !== Node.ELEMENT_NODE || node.matches(leftOut) || !node.checkVisibility()) return;
		const style = getComputedStyle(node), at = box(node.getBoundingClientRect());
		if (node.tagName === 'svg') return parts.push(styled(node, at));
		if (node.tagName === 'CANVAS') return parts.push(svg('image', {...at, href: node.toDataURL(), preserveAspectRatio: 'none', 'image-rendering': 'pixelated'}));
		if (style.backgroundColor !== 'rgba(0, 0, 0, 0)') parts.push(svg('rect', {...at, fill: style.backgroundColor}));
		if (node.matches('.swatch')) parts.push(svg('line', {x1: at.x, x2: at.x + at.width, y1: at.y + 1, y2: at.y + 1, stroke: style.borderTopColor, 'stroke-width': 2, 'stroke-dasharray': {dashed: '5 3', dotted: '2 3'}[style.borderTopStyle]}));
		node.childNodes.forEach(visit);
	};
	visit(panel);
	const {width, height} = frame;
	return new XMLSerializer().serializeToString(svg('svg', {width, height, viewBox: `0 0 ${width} ${height}`}, parts)) + '\n';
}

// styled returns a copy of a drawing at a place, with the styles that it has on the page.
function styled(drawing, at) {
	const copy = drawing.cloneNode(true), from = [drawing, ...drawing.querySelectorAll('*')], to = [copy, ...copy.querySelectorAll('*')];
	from.forEach((node, i) => {
		const style = getComputedStyle(node);
		for (const name of styles) to[i].setAttribute(name, style.getPropertyValue(name));
		for (const name of ['class', 'style', 'id']) to[i].removeAttribute(name);
	});
	for (const node of copy.querySelectorAll('[display="none"]')) node.remove();
	for (const [name, v] of Object.entries(at)) copy.setAttribute(name, v);
	return copy;
}

// texts returns what a text node says, line by line where it stands.
function texts(node, frame) {
	const style = getComputedStyle(node.parentElement), range = document.createRange(), lines = [];
	for (const {0: word, index} of node.data.matchAll(/\S+/g)) {
		range.setStart(node, index);
		range.setEnd(node, index + word.length);
		const r = range.getBoundingClientRect(), line = lines.at(-1);
		if (r.width === 0) continue;
		if (line && Math.abs(line.top - r.top) < 2) line.words.push(word);
		else lines.push({top: r.top, left: r.left, height: r.height, words: [word]});
	}
	return lines.map(({left, top, height, words}) => svg('text', {x: left - frame.left, y: top - frame.top + 0.78 * height, font: style.font, fill: style.color}, words.join(' ')));
}

// pixels returns a picture as a PNG, two pixels for each of the page's.
function pixels(text) {
	return new Promise((done, failed) => {
		const image = new Image();
		image.onerror = () => failed(new Error('the browser cannot draw this picture'));
		image.onload = () => {
			const canvas = html('canvas', {width: 2 * image.width, height: 2 * image.height});
			canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
			canvas.toBlob(done, 'image/png');
		};
		image.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(text);
	});
}
