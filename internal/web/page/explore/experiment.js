import {save} from '../save.js';
import {state} from '../state.js';

// What is explored: an experiment, and what was done to the circuit: a list of acts {at, act, twin}, each an
// intervention in the words of experiment files after a step. All of it stands in the address.

// kept says which keys of the state stand in the address, and how each is read.
export const kept = {experiment: String, acts: String, fork: Number, step: Number, stop: Number, mine: String, plane: String, speed: Number, element: String, zoom: String, time: String, theme: String};

const farthest = 1e9; // step to which an address may lead: hours

// addressed returns what the address says: {experiment, acts, fork, step}, or the experiment of the page.
export function addressed() {
	const check = (good, what) => {
		if (!good) throw new Error(`The address of this page is damaged: ${what}. Open it without what stands after #.`);
	};
	const read = (key, otherwise) => {
		try {
			return state[key] === null ? otherwise : JSON.parse(state[key]);
		} catch {
			return check(false, `${key} is not JSON`);
		}
	};
	const named = (v) => v !== null && typeof v === 'object' && !Array.isArray(v), time = (v) => Number.isInteger(v) && v >= 0 && v <= farthest;
	const experiment = read('experiment', JSON.parse(document.getElementById('experiment').textContent)), acts = read('acts', []), {fork} = state, step = state.step ?? 0;
	check(named(experiment), 'experiment is no object');
	check(time(step) && (fork === null || time(fork)), `step and fork are whole numbers up to ${farthest}`);
	check(Array.isArray(acts), 'acts is no list');
	acts.forEach((one, i) => {
		check(named(one) && time(one.at) && named(one.act), `act ${i} is not {"at": STEP, "act": {…}}`);
		check(i === 0 || one.at >= acts[i - 1].at, `act ${i} comes before act ${i - 1}`);
		check(!one.twin || fork !== null && one.at >= fork, `act ${i} is of a twin that is not there yet`);
	});
	return {experiment, acts, fork, step};
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

// spread returns the synapses of a neuron, whose lesion takes them all, and the neuron; or else the element itself.
function spread(name, run) {
	const of = /^(.+)\[(\d+)\]$/.exec(name), i = Number(of?.[2]), all = [name];
	for (const {kind, class: what, from, to, rows, columns} of of ? run.graph.parts : []) {
		if (what !== 'synapses') continue;
		if (to === of[1]) for (let j = 0; j < columns; j++) all.push(`${kind}[${i},${j}]`);
		if (from === of[1]) for (let j = 0; j < rows; j++) all.push(`${kind}[${j},${i}]`);
	}
	return all;
}

// cut is the network whose outputs take simultaneous turns, and recurrent the one whose outputs settle, by the name of either or of the
// cascade.
const family = (names) => (network) => ({PSP: names[0], ifPSP: names[0], cascadePSP: names[0], PSW: names[1], ifPSW: names[1], cascadePSW: names[1]})[network] ?? network;
export const cut = family(['ifPSP', 'ifPSW']);
export const recurrent = family(['PSP', 'PSW']);

// download gives the reader an experiment as a file that twophase run repeats.
export function download(text, twin) {
	save(twin ? 'twin.yaml' : 'experiment.yaml', text);
}
