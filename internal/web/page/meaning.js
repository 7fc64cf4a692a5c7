import {exists, isPair, partOf, valueOf, valuesOf} from './element.js';
import {count, finite, none, percent, short, signed, subscript} from './number.js';

// What the number of an element means for the circuit, in words and numbers.

// meaning returns sentences about an element at the time of a snapshot. Row is its life, theory what the run's summary has; both may
// be missing.
export function meaning(element, snapshot, run, row, theory) {
	const value = valueOf(element, snapshot);
	if (!finite(value)) return ['There is no recorded value at this step.'];
	const say = isPair(run) && {feedforward, lateral, scale, outputs}[element.kind];
	if (!say) return [...placed(element, value, run), ...observed(row)].filter(Boolean);
	return [...say(element, value, snapshot, run, theory), ...observed(row)].filter(Boolean);
}

// placed says where an element of a circuit of any populations is, and what it does there.
function placed({kind, post, pre}, value, run) {
	const {class: what, to, from, sign} = partOf(run, kind), back = (run.graph.tied ?? []).find((t) => t.of === kind);
	const does = (how) => (how === '' || value === 0 ? null : (value > 0) === (how === 'adds' || how === 'excitatory') ? 'excites' : 'inhibits');
	if (what === 'synapses') return [`A synapse of ${kind}, from neuron ${pre} of ${from} to neuron ${post} of ${to}.`, does(sign) && `It ${does(sign)}.`, back && `It carries signals the other way, too, as ${back.name}[${pre},${post}]${does(back.sign) ? `, and ${does(back.sign)} there` : ''}.`].filter(Boolean);
	const called = {scales: 'scale', variables: `variable ${kind.slice(to.length + 1)}`}[what] ?? 'activity';
	return [`The ${called} of neuron ${post} of ${to}.`];
}

function feedforward({post, pre}, w, snapshot, run) {
	const i = subscript(post), j = subscript(pre);
	const m = divisor(post, snapshot, run);
	const weights = valuesOf('feedforward', snapshot).slice(post * run.inputs, (post + 1) * run.inputs).filter(finite);
	const energy = weights.reduce((sum, v) => sum + v * v, 0);
	const rank = 1 + weights.filter((v) => Math.abs(v) > Math.abs(w)).length;
	return [
		finite(m) && `Input ${pre} ${w < 0 ? 'inhibits' : 'drives'} output ${post}: x${j} = 1 moves ỹ${i} by W/m = ${signed(w / m)}.`,
		energy > 0 && `It carries ${percent((w * w) / energy)} of the strength Σ W² of output ${post}, number ${rank} of its ${count(weights.length)} synapses.`,
	];
}

function lateral({post, pre}, w, snapshot, run) {
	const m = divisor(post, snapshot, run);
	const back = exists(run, 'lateral', pre, post) ? valueOf({kind: 'lateral', post: pre, pre: post}, snapshot) : null;
	const share = w / m, i = subscript(post), j = subscript(pre), twoTurns = run.schedule.some((phase) => phase.name === 'Lateral');
	const carried = `${twoTurns ? 'ỹ' : 'y'}${j}`;
	return [
		w === 0 ? `It is silent: nothing of ${carried} reaches y${i}.` : finite(m) && `${twoTurns ? 'In the second turn, ' : ''}M/m = ${percent(Math.abs(share))} of ${carried} is ${w < 0 ? 'added to' : 'taken away from'} y${i}.`,
		finite(back) && back !== w && `The synapse back is ${short(back)}: the pair is not symmetric.`,
	];
}

// divisor returns what output post divides by: its scale, unless that sets how fast it learns only.
function divisor(post, snapshot, run) {
	return run.undivided ? 1 : valueOf({kind: 'scale', post}, snapshot);
}

// ofRunPeak says of which peak the threshold is a fraction, if that is not the largest recorded weight.
function ofRunPeak(row) {
	return finite(row.run_peak) && row.run_peak !== row.peak ? `, a tenth of the peak that the run saw (${short(row.run_peak)}, in step ${count(row.run_peak_step)})` : '';
}

function observed(row) {
	if (!row) return [];
	const left = finite(row.final) && row.peak ? Math.abs(row.final / row.peak) : null;
	const by = finite(row.half_life) ? `, with a half-life of ${row.half_life >= 1000 ? count(row.half_life) : short(row.half_life)} steps after that (R² ${finite(row.decay?.r2) ? row.decay.r2.toFixed(2) : none})` : '';
	return [
		row.peak > 0 && `The largest recorded size is ${short(row.peak)}, in step ${count(row.peak_step)} (recorded ${row.cadence})` + (left !== null ? `; ${percent(left)} of that is left in the end${by}.` : '.'),
		finite(row.lesioned_at) && `It was lesioned after step ${count(row.lesioned_at)}.`,
		finite(row.below_since) && `It has been pruned, below ${short(row.threshold)}${ofRunPeak(row)}, since step ${count(row.below_since)}.`,
		row.resurrections > 0 && `It was pruned before, and came back${row.resurrections === 1 ? '' : ` ${row.resurrections} times`}.`,
		row.state === 'unborn' && 'It never stood out of the noise.',
		row.state === 'faint' && 'At the end it is faint: not pruned, but no larger than noise.',
	];
}

function scale({post}, m, snapshot, run, theory) {
	const i = subscript(post), fixed = theory?.scales?.[post];
	if (run.undivided) return [`The cumulative activity Ŷ${i} of output ${post}: its synapses learn at the rate 1/Ŷ${i} = ${short(1 / m)}.`];
	return [
		`What output ${post} receives is divided by m${i}${i}: ỹ${i} = (W x)${i} / ${short(m)}.`,
		finite(fixed) && `The theory's fixed point is ${short(fixed)}: it is ${percent(Math.abs(m / fixed - 1))} ${m < fixed ? 'below' : 'above'} it.`,
	];
}

function outputs({post}, y) {
	return [`The activity y${subscript(post)} of output ${post} after the last phase is ${short(y)}.`];
}
