import {exists, isAmong, letterOf, nounOf, partOf, scalesIn, signOf, symbolOf, tiedOf, valueOf, valuesOf} from './element.js';
import {count, finite, none, percent, short, subscript} from './number.js';

// What the number of an element means for the circuit, in words and numbers.

// meaning returns sentences about an element at the time of a snapshot. Row is its life, which may be missing.
export function meaning(element, snapshot, run, row) {
	const value = valueOf(element, snapshot), part = partOf(run, element.kind);
	if (!finite(value)) return ['There is no recorded value at this step.'];
	const say = {synapses: synapse, scales: scale, variables: variable}[part.class] ?? activity;
	return [...say(element, value, run, part, snapshot), ...observed(row)].filter(Boolean);
}

function synapse({kind, post, pre}, w, run, part, snapshot) {
	const {to, from, variable} = part, [source, target] = [nounOf(run, from, pre), nounOf(run, to, post)], scales = scalesIn(run, to), m = scales?.divides ? valueOf({kind: scales.kind, post}, snapshot) : 1;
	const does = (of) => (signOf(of) * w > 0 ? 'excites' : 'inhibits'), tied = tiedOf(run).get(kind), unread = variable && !run.schedule.some((phase) => phase.reads.includes(variable));
	const fixed = !scales && run.schedule.flatMap(({reads}) => (reads.includes(variable) ? reads : [])).find((read) => read === `${to}.scale` || (to === 'outputs' && read === 'M_d'));
	const share = finite(m) && `: ${letterOf(kind)}${scales?.divides ? '/m' : ''} = ${percent(Math.abs(w / m))} of each of its signals is ${signOf(part) * w > 0 ? 'added' : 'taken away'}${fixed ? `, before the division by ${fixed}` : ''}`;
	const back = isAmong(part) && exists(run, kind, pre, post) ? valueOf({kind, post: pre, pre: post}, snapshot) : null;
	return [
		unread ? 'No phase of the schedule sends signals through it.' : w === 0 ? `It is silent: nothing of ${source} reaches ${target}.` : !signOf(part) ? `A synapse from ${source} to ${target}.` : `${source[0].toUpperCase()}${source.slice(1)} ${does(part)} ${target}${share || ''}.`,
		tied && w !== 0 && `The other way, as ${tied.name}[${pre},${post}], ${target} ${does(tied)} ${source}.`,
		finite(back) && back !== w && `The synapse back is ${short(back)}: the pair is not symmetric.`,
		!isAmong(part) && strength({kind, post}, w, part, target, snapshot),
	];
}

// strength says how much of what a neuron hears through a projection comes by one of its synapses.
function strength({kind, post}, w, {columns}, target, snapshot) {
	const weights = valuesOf(kind, snapshot).slice(post * columns, (post + 1) * columns).filter((v) => finite(v) && v !== 0), energy = weights.reduce((sum, v) => sum + v * v, 0);
	const rank = 1 + weights.filter((v) => Math.abs(v) > Math.abs(w)).length;
	return w !== 0 && weights.length > 1 && `It carries ${percent((w * w) / energy)} of the strength Σ ${letterOf(kind)}² of ${target}, number ${rank} of its ${count(weights.length)} synapses.`;
}

function scale(element, m, run, {to, divides, variable}) {
	const {post} = element, fixed = fixedPoint(element, run), target = nounOf(run, to, post);
	if (variable.endsWith('Ŷ')) return [`The cumulative activity Ŷ${subscript(post)} of ${target}: its synapses learn at the rate 1/Ŷ${subscript(post)} = ${short(1 / m)}.`];
	return [
		divides ? `What ${target} receives is divided by ${symbolOf(element)}.` : `The scale of ${target}.`,
		finite(fixed) && `The theory's fixed point is ${short(fixed)}: it is ${percent(Math.abs(m / fixed - 1))} ${m < fixed ? 'below' : 'above'} it.`,
	];
}

// fixedPoint returns where the theory has a scale, or null.
export function fixedPoint({kind, post}, run) {
	const part = partOf(run, kind);
	return part?.class === 'scales' && part.to === run.graph.output ? run.theory?.scales?.[post] ?? null : null;
}

function variable({kind, post}, _, run, {to}) {
	return [`The variable ${kind.slice(to.length + 1)} of ${nounOf(run, to, post)}.`];
}

function activity(element, y, run) {
	return [`The activity ${symbolOf(element)} of ${nounOf(run, element.kind, element.post)} after the last phase is ${short(y)}.`];
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
