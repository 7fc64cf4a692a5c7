// Numbers as a person reads them. What is not a finite number is a dash.

const superscripts = {'-': '⁻', 0: '⁰', 1: '¹', 2: '²', 3: '³', 4: '⁴', 5: '⁵', 6: '⁶', 7: '⁷', 8: '⁸', 9: '⁹'};

export const none = '–';

// finite reports whether there is a number at all: JSON has null in the place of NaN and ∞.
export function finite(v) {
	return typeof v === 'number' && Number.isFinite(v);
}

// power returns 10ᵏ.
export function power(k) {
	return '10' + [...String(k)].map((c) => superscripts[c]).join('');
}

// short returns a number with a few significant digits: 0.0128, −1.43·10⁻⁵.
export function short(v, digits = 3) {
	if (!finite(v)) return none;
	if (v === 0) return '0';
	const size = Math.abs(Number(v.toPrecision(digits)));
	const sign = v < 0 ? '−' : '';
	if (size >= 1e-3 && size < 1e6) return sign + String(size);
	const [mantissa, exponent] = size.toExponential().split('e');
	return sign + (mantissa === '1' ? '' : mantissa + '·') + power(Number(exponent));
}

// signed is short with a sign that is always there.
export function signed(v, digits = 3) {
	return finite(v) && v > 0 ? '+' + short(v, digits) : short(v, digits);
}

// exact returns all digits, those from which the same float64 is read again.
export function exact(v) {
	return finite(v) ? String(v).replace('-', '−').replace('e-', 'e−') : none;
}

// count returns a whole number, in groups of three digits.
export function count(n) {
	return finite(n) ? String(Math.round(n)).replace(/\B(?=(\d{3})+$)/g, '\u202f') : none;
}

// percent returns a fraction as percent.
export function percent(v) {
	if (!finite(v)) return none;
	const p = 100 * v;
	return (Math.abs(p) >= 10 ? String(Math.round(p)).replace('-', '−') : short(p, 2)) + ' %';
}

// subscript returns an index as it stands at a symbol: y₁₂.
export function subscript(n) {
	return [...String(n)].map((c) => String.fromCharCode(0x2080 + Number(c))).join('');
}
