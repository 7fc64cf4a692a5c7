import {latest} from '../dom.js';

// The simulator as the page speaks to it: it runs in a worker, so that the page stays alive whatever it computes.

let compiled = null; // the program, once a session has compiled it

// startTheory returns a function that asks what the theory says of the circuit of a session or of its twin, with other keys of its
// experiment: [keys as JSON, twin]. It hands the answer on, {why} if there is none. A simulator of its own predicts: a search of lateral states may take a while. Of
// questions that come in the meantime the last one counts.
export function startTheory(call) {
	let own = null;
	return latest(async (question, answered) => {
		try {
			const asked = await call('theory', question);
			own ??= startSession();
			answered(await (await own)('predict', asked));
		} catch (error) {
			answered({why: error.message});
		}
	});
}

// startSession starts the simulator that is written into the page, and returns the function that calls it: call(name,
// argument) is a promise. It throws an error that says what the browser lacks.
export async function startSession() {
	const text = (id) => document.getElementById(id).textContent;
	if (typeof Worker !== 'function') throw new Error('This browser has no workers, in which the simulator runs. Open the page in another one.');
	if (typeof WebAssembly !== 'object') throw new Error('This browser does not run WebAssembly, of which the simulator is made. Open the page in another one.');
	const address = URL.createObjectURL(new Blob([text('worker')], {type: 'text/javascript'}));
	const worker = new Worker(address), waiting = new Map();
	let next = 0, broken = null;
	worker.onmessage = ({data: {id, result, error}}) => {
		const {done, failed} = waiting.get(id);
		waiting.delete(id);
		if (error === undefined) done(result);
		else failed(new Error(error));
	};
	worker.onerror = (event) => {
		broken = new Error(`The simulator does not run in this browser: ${event.message || 'its worker cannot start'}.`);
		for (const {failed} of waiting.values()) failed(broken);
		waiting.clear();
	};
	const call = (name, argument) => new Promise((done, failed) => {
		if (broken) return failed(broken);
		waiting.set(next, {done, failed});
		worker.postMessage({id: next++, name, argument});
	});
	compiled = await call('load', compiled ? {compiled} : {program: text('simulator')});
	URL.revokeObjectURL(address);
	return call;
}
