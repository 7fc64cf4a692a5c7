import {fillColour, largest} from './colour.js';
import {html, latest} from './dom.js';
import {finite, short} from './number.js';
import {state} from './state.js';

// What the circuit shows: the weights of this run at a step, those of its twin, or how they differ; and
// the range of their colours, which stays the same over time but for receptive fields.

// weightsShown keeps a circuit in step with what is looked at: {legend, fetch, survey, overlay}. It
// tells onOwn what this run itself has at the step.
export function weightsShown({source, run, circuit, drawnAs, twinOf, onOwn}) {
	const legend = html('div', {class: 'scales'});
	const limits = {w: 0, m: 0, scale: 0};
	let snapshot = null, overlay = null;

	const widen = (s) => {
		const {outputs} = run, diagonal = (i) => i % (outputs + 1) === 0;
		limits.w = Math.max(limits.w, largest(s.w ?? s.w_blocks?.extreme));
		limits.m = Math.max(limits.m, s.m ? largest(s.m, (i) => !diagonal(i)) : largest(s.m_blocks?.extreme));
		limits.scale = Math.max(limits.scale, largest(s.m, diagonal));
	};
	const paint = () => {
		if (!snapshot) return;
		circuit.show({snapshot, limits, overlay, difference: state.show.startsWith('minus:')});
		legend.replaceChildren(...ranges());
	};
	const ranges = () => {
		if (overlay && !overlay.w.changes) return [key('signal on the axons', Math.max(overlay.xLimit, overlay.yLimit || 0))];
		if (overlay) return [key('ΔW', overlay.w.limit), key('ΔM', overlay.m.limit)];
		return [drawnAs !== 'fields' && key('W', limits.w), run.outputs > 1 && key('M', limits.m), drawnAs === 'graph' && html('span', {}, 'ring: scale m')].filter(Boolean);
	};
	// at returns what is shown at a step, and what this run has there.
	const at = async (step) => {
		const {trial, show} = state;
		const [own, other] = await Promise.all([source.snapshot({trial, step}), show === 'run' ? null : source.snapshot({trial, step, twin: twinOf()})]);
		if (other && (other.m?.length !== own.m?.length || other.w?.length !== own.w?.length)) throw new Error('the twin has recorded other weights, or has another size');
		return [show === 'run' ? own : show.startsWith('minus:') ? difference(own, other) : other, own];
	};
	return {
		legend,
		// fetch shows the weights at the present step.
		fetch: latest(async () => {
			const {step} = state;
			if (step === null) return;
			const [next, own] = await at(step);
			snapshot = next;
			widen(snapshot);
			paint();
			onOwn(own);
			document.documentElement.dataset.shown = String(step);
		}),
		// survey finds the range of the colours: it looks at a few moments of the trial.
		async survey({first, last}) {
			const moments = [0, 0.3, 0.5, 0.7, 0.85, 1].map((p) => Math.round((1 + last - first) ** p - 1 + first));
			const seen = await Promise.all([...moments, state.step].map(at));
			Object.assign(limits, {w: 0, m: 0, scale: 0});
			for (const [s] of seen) widen(s);
			paint();
		},
		overlay(next) {
			overlay = next;
			circuit.node.classList.toggle('staged', Boolean(overlay));
			paint();
		},
	};
}

function difference(a, b) {
	const minus = (p, q) => p && q && p.map((v, i) => (finite(v) && finite(q[i]) ? v - q[i] : null));
	return {step: a.step, w: minus(a.w, b.w), m: minus(a.m, b.m), y: minus(a.y, b.y)};
}

// key explains the colours of one kind of weight.
function key(name, limit) {
	const ramp = html('span', {class: 'ramp', 'aria-hidden': 'true'}, [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1].map((t) => {
		const cell = html('i', {});
		cell.style.background = fillColour(t, 1);
		return cell;
	}));
	return html('span', {class: 'key'}, html('b', {}, name), ` −${short(limit, 2)}`, ramp, `+${short(limit, 2)}`);
}
