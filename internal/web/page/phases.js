import {parts, partsOf} from './change.js';
import {largest} from './colour.js';
import {debounce, formula, html, runTag, say} from './dom.js';
import {parseElement, partOf, symbolOf} from './element.js';
import {drawMatrix} from './matrix.js';
import {count, finite, percent, short, signed} from './number.js';
import {largestSignal, learns, overlayOf} from './overlay.js';
import {saveMenu} from './save.js';
import {set, state, watch} from './state.js';

// The schedule, and one stimulus phase by phase: x, then ỹ, then y, then how the weights change.

const mostRows = 256; // outputs whose activity is listed

// phasePanel returns the panel of the phases: {node, move, refresh}. It tells onOverlay what the circuit
// is to show, null for the weights.
export function phasePanel(source, run, onOverlay) {
	const stages = [{name: 'Stimulus', equation: 'x', rules: [], reads: [], writes: ['x']}, ...run.schedule];
	const buttons = stages.map(({name, equation, nonlocal, reach, rules}, k) => html('button', {type: 'button', class: 'stage', 'aria-pressed': 'false', onclick: () => set({phase: state.phase === k ? null : k})},
		html('span', {class: 'turn'}, k === 0 ? 'x' : String(k)), html('b', {}, name), k > 0 && equationsOf({equation, rules}).map((line) => html('span', {class: 'equation'}, formula(line))), remarksOf({nonlocal, reach})));
	const back = html('button', {type: 'button', onclick: () => move(-1), title: 'previous phase (p)'}, '← phase');
	const next = html('button', {type: 'button', onclick: () => move(1), title: 'next phase (n)'}, 'phase →');
	const earlier = html('button', {type: 'button', onclick: () => stimulus(-1)}, '← stimulus');
	const later = html('button', {type: 'button', onclick: () => stimulus(1)}, 'stimulus →');
	const leave = html('button', {type: 'button', onclick: () => set({phase: null}), title: 'back to the weights (Esc)'}, 'close');
	const part = html('div', {class: 'toggle', role: 'group', 'aria-label': 'part of the change'}, [['total', 'total'], ...parts].map(([p, name]) =>
		html('button', {type: 'button', 'data-part': p, onclick: () => set({part: p})}, name)));
	const status = html('p', {class: 'hint'}), bar = html('progress', {max: 1, 'aria-label': 'replaying'}), note = html('p', {class: 'note-text'});
	const values = html('div', {class: 'values'}), change = html('p', {class: 'meaning'});
	const controls = html('div', {class: 'controls'}, back, next, earlier, later, leave, part);
	const node = html('section', {class: 'panel phases', 'aria-labelledby': 'phases'}, html('header', {}, html('h2', {id: 'phases'}, 'One stimulus, phase by phase', runTag(run)), saveMenu('phases', () => rowsOf(replay))),
		html('div', {class: 'stages'}, buttons), controls, status, bar, note, values, change);
	const image = run.image ?? {rows: 1, columns: run.inputs};
	const stimulusPicture = drawMatrix({rows: image.rows, columns: image.columns, height: (w) => run.image ? (w * image.rows) / image.columns : 22, label: 'stimulus x'});

	let replay = null, shown = null, abort = null;
	if (state.phase >= stages.length) state.phase = null;
	if (!['total', ...parts.map(([p]) => p)].includes(state.part)) state.part = 'total';
	const move = (by) => {
		const k = state.phase === null ? (by > 0 ? 0 : stages.length - 1) : state.phase + by;
		set({phase: Math.max(0, Math.min(stages.length - 1, k))});
	};
	const stimulus = (by) => {
		const all = source.sealed ? source.steps(state.trial) : null;
		if (!all) return set({step: Math.max(1, state.step + by)});
		const i = all.indexOf(state.step) + by;
		if (i >= 0 && i < all.length) set({step: all[i]});
	};
	const fetchStep = async () => {
		abort?.abort();
		if (state.phase === null) return;
		if (source.sealed) {
			const all = source.steps(state.trial);
			if (all.length && !all.includes(state.step)) {
				set({step: all.reduce((a, b) => Math.abs(b - state.step) < Math.abs(a - state.step) ? b : a)});
				return;
			}
		}
		const mine = abort = new AbortController();
		const step = Math.max(1, state.step);
		try {
			const answer = await source.step({trial: state.trial, step}, (done) => {
				status.textContent = `Replaying the run up to step ${count(step)}: ${percent(done)}`;
				bar.hidden = false;
				node.classList.add('stale'); // what stands there is of another step
				bar.value = done ?? 0;
			}, mine.signal);
			if (mine.signal.aborted) return;
			[replay, shown] = [answer, `${state.trial} ${step}`];
			node.classList.remove('stale');
		} catch (error) {
			if (mine.signal.aborted) return;
			[replay, shown] = [null, null];
			node.classList.remove('stale');
			status.textContent = error.message;
			bar.hidden = true;
			values.replaceChildren();
			onOverlay(null);
			return;
		}
		draw();
	};
	const draw = () => {
		const k = state.phase, open = k !== null;
		buttons.forEach((b, i) => b.setAttribute('aria-pressed', String(i === k)));
		for (const part of [back, next, earlier, later, leave]) part.hidden = !open;
		back.disabled = k === 0;
		next.disabled = k === stages.length - 1;
		bar.hidden = true;
		const plastic = open && learns(stages[k].writes, run) && !(k > replay?.phases.length);
		part.hidden = !plastic;
		for (const b of part.children) {
			b.setAttribute('aria-pressed', String(b.dataset.part === state.part));
			b.hidden = !Object.values(replay?.change ?? {}).some((c) => c[b.dataset.part]);
		}
		note.textContent = change.textContent = '';
		if (!open) {
			status.textContent = 'Choose a phase, or press n, to see what the axons carry for the stimulus of this step.';
			values.replaceChildren();
			onOverlay(null);
			return;
		}
		if (!replay) return;
		status.replaceChildren(`Step ${count(replay.step)}: `, formula(sentence(k)));
		note.textContent = [k > 0 && replay.phases[k - 1]?.note, replay.ended && `In this step the run diverged: ${replay.ended}.`, k > replay.phases.length && 'It did not come to this phase.'].filter(Boolean).join(' ');
		drawValues(k);
		if (plastic) change.textContent = changeOf();
		onOverlay(overlayOf(replay, k, run, state.part));
		say(`${stages[k].name}. ${status.textContent}`);
	};
	const sentence = (k) => {
		if (k === 0) return `the input axons carry the stimulus x.`;
		const {reads, writes, nonlocal, reach, rules} = stages[k], learnt = learns(writes, run);
		if (reads.length + writes.length === 0) return `${stages[k].equation}.`;
		if (learnt && reach) return `every plastic synapse learns from its two ends, and from the ${reach}.`;
		if (learnt && nonlocal) return 'synapses learn from what is not found at their two ends.';
		return learnt && rules?.length > 0 ? 'every plastic synapse learns from its two ends.' : [reads.length > 0 && `reads ${reads.join(', ')}`, writes.length > 0 && `writes ${writes.join(', ')}`].filter(Boolean).join('; ') + '.';
	};
	const drawValues = (k) => {
		const learnt = k > 0 && k <= replay.phases.length && learns(stages[k].writes, run), most = largestSignal(replay);
		values.classList.toggle('beside', Boolean(run.image));
		values.replaceChildren(
			html('figure', {class: run.image ? 'stimulus image' : 'stimulus'}, stimulusPicture.node, html('figcaption', {}, `x, ${count(run.inputs)} inputs, up to ±${short(largest(replay.x))}`)),
			html('div', {class: 'scroll low'}, run.graph.populations.filter((p) => !p.input).map((p) => signalsOf(p, k, learnt, most))));
		stimulusPicture.show(replay.x, largest(replay.x));
	};
	// signalsOf returns what a population carries after stage k, and how its scales change, as a table.
	const signalsOf = ({name, neurons}, k, learnt, most) => {
		const all = [...new Map(replay.phases.flatMap((p) => p.signals).filter((s) => s.population === name).map((s) => [s.variable, null])).keys()];
		const now = (variable) => replay.phases[k - 1]?.signals.find((s) => s.variable === variable)?.values;
		const scale = run.graph.parts.find((p) => p.class === 'scales' && p.to === name), dm = learnt && scale ? replay.change?.[scale.kind]?.[state.part] : null;
		const rows = Array.from({length: Math.min(neurons, mostRows)}, (_, i) => html('tr', {}, html('th', {scope: 'row'}, `${name} ${i}`),
			all.map((variable) => html('td', {}, meter(now(variable)?.[i], most))), dm && html('td', {class: 'number'}, signed(dm[i]))));
		return html('table', {'aria-label': `what the axons of ${name} carry`},
			html('thead', {}, html('tr', {}, html('th', {scope: 'col'}, html('span', {class: 'unseen'}, 'neuron')), all.map((variable) => html('th', {scope: 'col'}, variable)), dm && html('th', {scope: 'col', class: 'number'}, 'Δm'))), html('tbody', {}, rows));
	};
	const changeOf = () => {
		let element;
		try {
			element = parseElement(state.element, run);
		} catch {
			return '';
		}
		const {kind, post, pre} = element;
		const of = replay.change?.[kind], at = post * partOf(run, kind).columns + Math.max(0, pre), was = replay.before?.[kind]?.[at];
		if (!of?.total || !finite(of.total[at])) return '';
		return `${[`${symbolOf(element)} was ${short(was)}`, partsOf(of, at)].filter(Boolean).join('; ')}: it changes by ${signed(of.total[at])}.`;
	};
	const soon = debounce(fetchStep, 150);
	watch('phase', () => {
		if (state.phase !== null && (shown !== `${state.trial} ${Math.max(1, state.step)}` || !replay)) fetchStep();
		draw();
	});
	watch('part element', () => { if (state.phase !== null) draw(); });
	watch('step trial', () => { if (state.phase !== null) soon(); });
	draw();
	return {node, move, refresh: fetchStep, redraw: () => stimulusPicture.redraw()};
}

// remarksOf says what a phase needs that no neuron or synapse knows by itself.
export const remarksOf = ({nonlocal, reach}) => [nonlocal && 'not local', reach].filter(Boolean).map((text) => html('span', {class: 'nonlocal'}, text));

// equationsOf returns the equations of a phase: the rules by which it learns, or what it computes.
export const equationsOf = ({equation, rules}) => (rules?.length > 0 ? rules : [equation].filter(Boolean));

// rowsOf returns a replayed step as rows: what each neuron carries after each phase.
function rowsOf(replay) {
	const of = (phase, name, values) => (values ?? []).map((v, i) => [phase, name, i, v]);
	return [['phase', 'signal', 'neuron', 'value'], ...of('Stimulus', 'x', replay?.x), ...(replay?.phases ?? []).flatMap((p) => p.signals.flatMap((s) => of(p.name, s.variable, s.values)))];
}

// meter returns a number with a bar that grows left or right from the middle.
function meter(v, most) {
	const inside = html('i', {class: v < 0 ? 'below' : 'above'}), share = finite(v) && most > 0 ? Math.min(1, Math.abs(v) / most) : 0;
	inside.style.width = `${50 * share}%`;
	inside.style.left = v < 0 ? `${50 - 50 * share}%` : '50%';
	return html('span', {class: 'meter'}, html('span', {class: 'rod centre'}, inside), html('span', {}, short(v)));
}
