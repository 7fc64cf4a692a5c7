import {html} from './dom.js';

// What a plot shows, as files: a picture that needs no style sheet, and its numbers.

// saveButtons returns buttons that save a plot under a name. svg returns its picture, shown what it draws.
export function saveButtons(name, svg, shown) {
	const button = (kind, make) => html('button', {type: 'button', title: `save as ${kind}`, 'aria-label': `save ${name} as ${kind}`, onclick: () => {
		if (svg() && shown()) save(`${name}.${kind.toLowerCase()}`, make());
	}}, kind);
	return html('span', {class: 'save'}, button('SVG', () => picture(svg())), button('CSV', () => table(shown())));
}

function save(name, text) {
	const link = html('a', {href: URL.createObjectURL(new Blob([text])), download: name.replace(/[^\w.,-]+/g, '-')});
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

const styles = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linejoin', 'stroke-linecap', 'opacity', 'font', 'display'];

// picture returns an SVG as text, with the styles that it has on the page.
export function picture(svg) {
	const copy = svg.cloneNode(true), from = [svg, ...svg.querySelectorAll('*')], to = [copy, ...copy.querySelectorAll('*')];
	from.forEach((node, i) => {
		const style = getComputedStyle(node);
		for (const name of styles) to[i].setAttribute(name, style.getPropertyValue(name));
		to[i].removeAttribute('class');
	});
	for (const node of copy.querySelectorAll('[display="none"]')) node.remove();
	copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
	return new XMLSerializer().serializeToString(copy) + '\n';
}

// table returns the lines of a plot as CSV: line, step, value; nothing where a value is not known.
export function table({lines}) {
	const quoted = (text) => `"${text.replaceAll('"', '""')}"`;
	const rows = lines.flatMap(({name, step, values}) => step.map((s, i) => `${quoted(name)},${s},${values[i] ?? ''}`));
	return ['line,step,value', ...rows].join('\n') + '\n';
}
