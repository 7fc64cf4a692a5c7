// Bytes as the text of a page: septets.go says how, and writes it.

const forbidden = [0, 10, 13, 60];

// fromSeptets returns the bytes that stand in a text.
export function fromSeptets(text) {
	const bytes = new Uint8Array(2 * text.length);
	let size = 0, bits = 0, n = 0;
	const add = (v) => {
		bits = (bits << 7) | v;
		n += 7;
		if (n < 8) return;
		n -= 8;
		bytes[size++] = bits >> n;
	};
	for (let i = 0; i < text.length; i++) {
		const c = text.charCodeAt(i);
		if (c < 128) {
			add(c);
			continue;
		}
		add(forbidden[(c >> 8) - 1]);
		if (c & 128) add(c & 127);
	}
	return bytes.slice(0, size);
}
