// LZMA, of which the simulator is packed: the streams that xz --format=lzma writes, one after another. The names are those
// of the format's specification.

const top = 24, model = 11, shift = 5; // of the range decoder: bits of its range at least, of a probability, of its adaptation

const probabilities = (n) => new Uint16Array(n).fill(1 << (model - 1));
const lengths = () => ({choice: probabilities(2), low: probabilities(16 << 3), mid: probabilities(16 << 3), high: probabilities(256)});

// decompress returns the bytes of all streams. It throws an error if they are damaged.
export function decompress(packed) {
	let out = new Uint8Array(16 << 20), size = 0, at = 0;
	const coder = new Int32Array(2); // range and code: an array, because numbers of 32 bits in variables of a closure are slow
	const damaged = () => new Error('The simulator in this page is damaged. Get the page again.');

	function normalize() {
		if (coder[0] >>> top) return;
		coder[0] <<= 8;
		coder[1] = (coder[1] << 8) | packed[at++];
	}

	function bit(p, i) {
		normalize();
		const v = p[i], bound = Math.imul(coder[0] >>> model, v);
		if (coder[1] >>> 0 < bound >>> 0) {
			coder[0] = bound;
			p[i] = v + (((1 << model) - v) >> shift);
			return 0;
		}
		coder[0] -= bound;
		coder[1] -= bound;
		p[i] = v - (v >> shift);
		return 1;
	}

	function direct(bits) {
		let v = 0;
		for (; bits > 0; bits--) {
			normalize();
			coder[0] >>>= 1;
			const one = coder[1] >>> 0 >= coder[0] >>> 0;
			if (one) coder[1] -= coder[0];
			v = (v << 1) | one;
		}
		return v;
	}

	function tree(p, from, bits) {
		let m = 1;
		for (let i = 0; i < bits; i++) m = (m << 1) | bit(p, from + m);
		return m - (1 << bits);
	}

	function reverse(p, from, bits) {
		let m = 1, v = 0;
		for (let i = 0; i < bits; i++) {
			const b = bit(p, from + m);
			m = (m << 1) | b;
			v |= b << i;
		}
		return v;
	}

	function lengthOf(l, place) {
		if (!bit(l.choice, 0)) return 2 + tree(l.low, place << 3, 3);
		if (!bit(l.choice, 1)) return 10 + tree(l.mid, place << 3, 3);
		return 18 + tree(l.high, 0, 8);
	}

	function grow(wanted) {
		if (wanted <= out.length) return;
		const larger = new Uint8Array(2 * out.length);
		larger.set(out);
		out = larger;
	}

	function copy(distance, n, most) {
		if (distance < 1 || distance > most) throw damaged();
		grow(size + n);
		for (; n > 0; n--, size++) out[size] = out[size - distance];
	}

	function stream() {
		const properties = packed[at], begin = size;
		const lc = properties % 9, lp = Math.floor(properties / 9) % 5, pb = Math.floor(properties / 45);
		at += 14; // properties, the size of the dictionary, that of the data, which is not said, and a byte that is 0
		coder[0] = -1;
		for (let i = 0; i < 4; i++) coder[1] = (coder[1] << 8) | packed[at++];
		const literal = probabilities(0x300 << (lc + lp)), isMatch = probabilities(12 << 4), isRep = probabilities(12), isRepG0 = probabilities(12), isRepG1 = probabilities(12), isRepG2 = probabilities(12), isRep0Long = probabilities(12 << 4);
		const posSlot = probabilities(4 << 6), posSpecial = probabilities(128), align = probabilities(16), len = lengths(), repLen = lengths();
		let state = 0, rep0 = 0, rep1 = 0, rep2 = 0, rep3 = 0;
		while (at <= packed.length) {
			const place = (size - begin) & ((1 << pb) - 1);
			let n = 0;
			if (!bit(isMatch, (state << 4) + place)) {
				const before = size > begin ? out[size - 1] : 0, from = 0x300 * ((((size - begin) & ((1 << lp) - 1)) << lc) + (before >> (8 - lc)));
				let m = 1;
				if (state >= 7) {
					let match = out[size - rep0 - 1];
					do {
						const wanted = (match >> 7) & 1, b = bit(literal, from + ((1 + wanted) << 8) + m);
						match <<= 1;
						m = (m << 1) | b;
						if (b !== wanted) break;
					} while (m < 0x100);
				}
				while (m < 0x100) m = (m << 1) | bit(literal, from + m);
				grow(size + 1);
				out[size++] = m;
				state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
				continue;
			}
			if (!bit(isRep, state)) {
				rep3 = rep2;
				rep2 = rep1;
				rep1 = rep0;
				n = lengthOf(len, place);
				state = state < 7 ? 7 : 10;
				rep0 = tree(posSlot, Math.min(n - 2, 3) << 6, 6);
				if (rep0 >= 4) {
					const bits = (rep0 >> 1) - 1, high = (2 | (rep0 & 1)) << bits;
					rep0 = rep0 < 14 ? high + reverse(posSpecial, high - rep0, bits) : high | (direct(bits - 4) << 4) | reverse(align, 0, 4);
				}
				if (rep0 === -1) { // the end mark
					normalize();
					if (coder[1] !== 0) throw damaged();
					return;
				}
			} else {
				const again = bit(isRepG0, state) ? 1 + (bit(isRepG1, state) && 1 + bit(isRepG2, state)) : 0; // which of the four it is
				if (again === 0 && !bit(isRep0Long, (state << 4) + place)) {
					n = 1;
					state = state < 7 ? 9 : 11;
				} else {
					const from = again === 0 ? rep0 : again === 1 ? rep1 : again === 2 ? rep2 : rep3;
					if (again > 2) rep3 = rep2;
					if (again > 1) rep2 = rep1;
					if (again > 0) rep1 = rep0;
					rep0 = from;
					n = lengthOf(repLen, place);
					state = state < 7 ? 8 : 11;
				}
			}
			copy(rep0 + 1, n, size - begin);
		}
		throw damaged();
	}

	while (at < packed.length) stream();
	return out.subarray(0, size);
}
