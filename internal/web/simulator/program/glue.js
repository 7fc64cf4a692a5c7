// Between wasm_exec.js, which stands before this text, and the program: what a function of Go cannot do.
globalThis.throwing = (inner) => (...args) => {
	const {fault, value} = inner(...args);
	if (fault !== undefined) throw new Error(fault);
	return value;
};
