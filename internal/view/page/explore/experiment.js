import {save} from '../save.js';
import {state} from '../state.js';

// What is explored: an experiment, and what was done to the circuit: a list of acts {at, act, twin}, each an
// intervention in the words of experiment files after a step. All of it stands in the address.

// kept says which keys of the state stand in the address, and how each is read.
export const kept = {experiment: String, acts: String, fork: Number, step: Number, stop: Number, plane: String, speed: Number, element: String, zoom: String, time: String, theme: String};

// present returns what the address says: {experiment, acts, fork, step}, or the experiment of the page.
export function present() {
	const own = JSON.parse(document.getElementById('experiment').textContent);
	const read = (text, otherwise) => {
		try {
			return text === null ? otherwise : JSON.parse(text);
		} catch {
			throw new Error('The address of this page is damaged: open it without what stands after #.');
		}
	};
	const acts = read(state.acts, []);
	if (!Array.isArray(acts)) throw new Error('The address of this page is damaged: open it without what stands after #.');
	return {experiment: read(state.experiment, own), acts, fork: state.fork, step: Math.max(0, state.step ?? 0)};
}

// wordsOf returns an act in the words of an experiment file.
export function wordsOf({at, act}) {
	return write({at, ...act});
}

function write(v) {
	if (Array.isArray(v)) return `[${v.map(write).join(', ')}]`;
	if (v && typeof v === 'object') return `{${Object.entries(v).map(([key, value]) => `${key}: ${write(value)}`).join(', ')}}`;
	return typeof v === 'string' && !/^[\w-]+$/.test(v) ? JSON.stringify(v) : String(v);
}

// heldBy returns what acts did to single elements of a circuit, as drawings take it: {step, element, state}.
export function heldBy(acts, run) {
	const list = [];
	for (const {at, act} of acts) {
		for (const [word, became] of [['lesion', 'lesioned'], ['freeze', 'frozen'], ['thaw', 'plastic'], ['clamp', 'clamped'], ['release', 'free']]) {
			if (typeof act[word] !== 'string') continue;
			for (const element of spread(act[word], run)) list.push({step: at, element, state: became});
		}
	}
	return list;
}

// spread returns the synapses of an output whose lesion takes them all, or else the element itself.
function spread(name, run) {
	const of = /^outputs\[(\d+)\]$/.exec(name);
	if (!of || run.graph) return [name];
	const i = of[1], all = [name];
	for (let j = 0; j < run.inputs; j++) all.push(`feedforward[${i},${j}]`);
	for (let j = 0; j < run.outputs; j++) all.push(`lateral[${i},${j}]`, `lateral[${j},${i}]`);
	return all;
}

// cut is the network whose outputs take simultaneous turns, and recurrent the one whose outputs settle, by the name of either or of the
// cascade.
const family = (names) => (network) => ({PSP: names[0], ifPSP: names[0], cascadePSP: names[0], PSW: names[1], ifPSW: names[1], cascadePSW: names[1]})[network] ?? network;
export const cut = family(['ifPSP', 'ifPSW']), recurrent = family(['PSP', 'PSW']);

// download gives the reader an experiment as a file that twophase run repeats.
export function download(text, twin) {
	save(twin ? 'twin.yaml' : 'experiment.yaml', text);
}
