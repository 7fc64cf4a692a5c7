// A page in a frame of another one of its own origin, such as the simulator in the inspector: each hears what changes in the
// other.

const around = (() => {
	try {
		return parent !== window && parent.document ? parent : null;
	} catch {
		return null; // of another origin
	}
})();

// tellAround tells the page around this one, if there is one.
export function tellAround(what) {
	around?.postMessage(what, location.origin);
}

// hearAround calls f with what the page around this one tells.
export function hearAround(f) {
	addEventListener('message', ({source, data}) => { if (around && source === around && data) f(data); });
}
