import {finite} from './number.js';

// The diverging colours: blue below 0, orange above. Blue is the darker one, so that they stay
// apart in grey and for any kind of colour blindness.

// share returns where a value stands between −1 and 1.
function share(v, limit) {
	return finite(v) && limit > 0 ? Math.max(-1, Math.min(1, v / limit)) : 0;
}

// strong spreads small values apart, for thin lines.
const strong = (t) => Math.sign(t) * Math.abs(t) ** 0.6;

// lineColour returns the colour of a line as CSS, which follows the theme by itself.
export function lineColour(v, limit) {
	const t = strong(share(v, limit));
	return `color-mix(in srgb, var(${t < 0 ? '--below' : '--above'}) ${Math.round(100 * Math.abs(t))}%, var(--zero-line))`;
}

// lineWidth returns the width of a line in pixels.
export function lineWidth(v, limit, most = 5.5) {
	return 0.8 + most * Math.abs(share(v, limit));
}

// lineStrength returns how opaque a line is among many others.
export function lineStrength(v, limit) {
	return (0.18 + 0.82 * Math.abs(strong(share(v, limit)))).toFixed(2);
}

// fillColour returns the colour of a surface as CSS.
export function fillColour(v, limit) {
	const t = share(v, limit);
	return `color-mix(in srgb, var(${t < 0 ? '--below' : '--above'}) ${Math.round(100 * Math.abs(t))}%, var(--zero))`;
}

// palette returns a function that writes the colour of a value into the four bytes of a pixel.
export function palette() {
	const style = getComputedStyle(document.documentElement);
	const read = (name) => {
		const hex = style.getPropertyValue(name).trim().slice(1);
		return [0, 2, 4].map((i) => parseInt(hex.slice(i, i + 2), 16));
	};
	const below = read('--below'), zero = read('--zero'), above = read('--above'), gap = read('--gap');
	return (bytes, at, v, limit) => {
		const t = share(v, limit), end = t < 0 ? below : above, size = Math.abs(t);
		for (let c = 0; c < 3; c++) bytes[at + c] = finite(v) ? zero[c] + size * (end[c] - zero[c]) : gap[c];
		bytes[at + 3] = 255;
	};
}

// largest returns the greatest size of the finite numbers that keep accepts.
export function largest(values, keep = () => true) {
	let most = 0;
	for (let i = 0; i < (values?.length ?? 0); i++) {
		if (finite(values[i]) && keep(i)) most = Math.max(most, Math.abs(values[i]));
	}
	return most;
}
