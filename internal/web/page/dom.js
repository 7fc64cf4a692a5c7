// Elements of the document. Text only ever becomes text: nothing here parses markup.

function fill(node, attributes, children) {
	for (const [name, value] of Object.entries(attributes ?? {})) {
		if (value === null || value === undefined || value === false) continue;
		if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
		else node.setAttribute(name, value === true ? '' : value);
	}
	node.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false));
	return node;
}

// html returns an HTML element: html('p', {class: 'note', onclick: f}, 'text', child).
export function html(tag, attributes, ...children) {
	return fill(document.createElement(tag), attributes, children);
}

// runTag returns the name of the run that a panel shows, where there are several.
export function runTag(run) {
	return run.name ? html('small', {class: 'of-run'}, ` in ${run.name}`) : null;
}

// svg returns an SVG element.
export function svg(tag, attributes, ...children) {
	return fill(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}

const undrawn = new Set(), onPage = new Map(); // what draws each element that has been drawn

// onWidth calls draw with the width of an element in CSS pixels, in drawNow and whenever it changes, or the
// window does.
export function onWidth(node, draw) {
	let last = 0;
	const at = (width) => {
		onPage.set(node, () => draw(last));
		draw(last = width);
	};
	undrawn.add(() => { if (node.clientWidth > 0) at(node.clientWidth); });
	new ResizeObserver(([entry]) => {
		const width = Math.floor(entry.contentRect.width);
		if (width > 0 && width !== last) at(width);
	}).observe(node);
}

addEventListener('resize', () => {
	forget();
	for (const draw of onPage.values()) draw();
});

// forget forgets elements that have left the page.
function forget() {
	for (const node of onPage.keys()) if (!node.isConnected) onPage.delete(node);
}

// drawNow draws what has just been put on the page, before the page is seen without it.
export function drawNow() {
	forget();
	for (const draw of undrawn) draw();
	undrawn.clear();
}

// latest returns a function that runs an asynchronous task for the newest arguments only: while
// one call is under way, later ones wait, and all but the last of them are forgotten.
export function latest(task) {
	let busy = false, waiting = null;
	return async function run(...args) {
		if (busy) {
			waiting = args;
			return;
		}
		busy = true;
		try {
			await task(...args);
		} finally {
			busy = false;
			const next = waiting;
			waiting = null;
			if (next) await run(...next); // whoever called first hears of its error
		}
	};
}

// debounce returns a function that calls f once no further call has come for some milliseconds.
export function debounce(f, milliseconds) {
	let timer = 0;
	return (...args) => {
		clearTimeout(timer);
		timer = setTimeout(() => f(...args), milliseconds);
	};
}

// said is what a page has for screen readers; say tells them what has happened, also before the page is laid out.
export const said = html('div', {role: 'status', 'aria-live': 'polite', class: 'unseen'});
export function say(text) {
	said.textContent = text;
}

// formula returns an equation with its indices set lower: M_d⁻¹ W x.
export function formula(text) {
	return html('span', {class: 'formula'}, text.split(/_(\{[^}]*\}|\w+)/).map((part, i) => (i % 2 ? html('sub', {}, part.replace(/[{}]/g, '')) : part)));
}
