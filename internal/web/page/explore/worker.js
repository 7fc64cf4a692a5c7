import {unpack} from './unpack.js';

// The worker in which the simulator runs. wasm_exec.js stands before this text; the program puts its functions into the
// global object simulator. Messages are {id, name, arguments}; answers {id, result} or {id, error}.

const slice = 6; // milliseconds for which it runs before it looks for messages
const slow = 24; // phases a second up to which it goes phase by phase

let paused = true, rate = Infinity, left = Infinity; // phases a second; steps after which it pauses by itself
let turn = 0; // of what was asked: what began in an earlier one ends
let due = 0, last = 0, measured = 0, since = 0; // phases that are due, and what went by since the speed was last measured
let perSlice = 16, speed = 0, phases = 1, ended = '', twins = false;

// yielding lets messages come in: what goes on in the background waits for them.
const yielding = () => new Promise((go) => { globalThis.scheduler?.postTask ? scheduler.postTask(go, {priority: 'background'}) : setTimeout(go); });

// load starts the program, from its text or compiled, and returns it compiled.
async function load({program, compiled}) {
	const go = new Go();
	const module = compiled ?? await WebAssembly.compile(await unpack(program));
	go.run(await WebAssembly.instantiate(module, go.importObject)).then(() => { ended = 'The simulator has ended.'; }); // it runs until the page is closed
	while (!globalThis.simulator) await yielding();
	return module;
}

function open(experiment) {
	const description = JSON.parse(simulator.open(experiment));
	phases = Math.max(1, description.phases.length);
	[perSlice, due, speed, ended, twins] = [16, 0, 0, '', false];
	return description;
}

// stepFor runs whole steps for a slice of time, and not more than most: at least one, however busy the machine is, unless the
// circuit has diverged.
function stepFor(most) {
	const begin = performance.now();
	let done = 0;
	most = Math.min(most, left);
	do {
		const n = Math.min(perSlice, most - done), before = performance.now(), ran = simulator.steps(n), took = performance.now() - before;
		done += ran;
		if (ran < n) {
			paused = true; // it has diverged
			break;
		}
		if (took < slice / 4) perSlice = Math.min(4096, perSlice * 2);
		else if (took > slice) perSlice = Math.max(1, perSlice >> 1);
	} while (done < most && performance.now() - begin < slice);
	left -= done;
	if (left === 0) paused = true;
	return done;
}

function measure(steps) {
	measured += steps;
	const now = performance.now();
	if (now - since < 400) return;
	speed = (1000 * measured) / (now - since);
	[measured, since] = [0, now];
}

// run runs at the rate that is wished until it is paused.
async function run() {
	const mine = ++turn;
	[last, since, measured, due] = [performance.now(), performance.now(), 0, 0];
	while (!paused && mine === turn) {
		const now = performance.now();
		due = Math.min(due + (rate * (now - last)) / 1000, Math.max(1, rate / 5)); // what it cannot keep up with is forgotten
		last = now;
		if (rate === Infinity) measure(stepFor(Infinity));
		else if (rate <= slow) {
			for (; due >= 1 && !paused; due--) simulator.phase();
		} else if (due >= phases) {
			const done = stepFor(Math.floor(due / phases));
			due -= done * phases;
			measure(done);
		}
		if (rate === Infinity || due >= phases) await yielding();
		else await new Promise((go) => { setTimeout(go, 4); });
	}
}

// copy returns a frame whose numbers are its own: the simulator uses its arrays again.
function copy(frame) {
	if (!frame) return null;
	const own = (v) => (ArrayBuffer.isView(v) ? v.slice() : Array.isArray(v) ? v.map(own) : v && typeof v === 'object' ? Object.fromEntries(Object.entries(v).map(([k, w]) => [k, own(w)])) : v);
	return own(frame);
}

const calls = {
	load, open,
	go({speed: wished, most}) {
		rate = wished;
		if (!paused) return;
		[paused, left] = [false, most ?? Infinity];
		run();
	},
	pause() { paused = true; speed = 0; turn++; },
	// frame returns how the circuit is, and its twin; with curves also what they went through until then.
	frame({twin, curves}) {
		const one = (which) => ({...copy(simulator.frame(which)), curve: curves ? simulator.curve(which) : null});
		return {own: one(0), twin: twin && twins ? one(1) : null, paused, speed, ended};
	},
	// advance runs a number of steps, and takes messages in between: a pause ends it. It returns how many steps it took.
	async advance(steps) {
		const mine = ++turn;
		let rest = steps;
		[paused, left] = [true, Infinity];
		while (rest > 0 && mine === turn) {
			const done = stepFor(rest);
			rest -= done;
			if (done === 0) break;
			await yielding();
		}
		return steps - rest;
	},
	phase() { return simulator.phase(); },
	stimuli(n) { return simulator.stimuli(n, 0).slice(); },
	describe(twin) { return JSON.parse(simulator.describe(twin ? 1 : 0)); },
	// act and twin return the step after which they took place: a circuit that runs has gone on since it was last seen.
	act([text, twin]) { return twin ? simulator.act(text, 1) : simulator.act(text); }, // of both, if there is a twin
	// possible returns of each of some acts whether the circuit, or its twin, would take it.
	possible([acts, twin]) { return JSON.parse(simulator.possible(JSON.stringify(acts), twin ? 1 : 0)); },
	rewind(index) {
		const circuits = simulator.rewind(index);
		[twins, ended] = [circuits > 1, ''];
		return circuits;
	},
	twin() { simulator.twin(); twins = true; return simulator.frame(0).step; },
	untwin() { simulator.untwin(); twins = false; },
	experiment(twin) { return simulator.experiment(twin ? 1 : 0); },
	hash(which) { return simulator.hash(which ?? 0); },
	theory([keys, twin]) { return simulator.theory(twin ? 1 : 0, keys); },
	predict(experiment) { return JSON.parse(simulator.predict(experiment)); },
};

self.onmessage = async ({data: {id, name, argument}}) => {
	try {
		self.postMessage({id, result: await calls[name](argument)});
	} catch (error) {
		self.postMessage({id, error: error.message || String(error)});
	}
};
