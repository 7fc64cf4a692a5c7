import {latest} from './dom.js';
import {count} from './number.js';
import {state} from './state.js';

// follow keeps the page in step with a run that goes on. Who looks at its last step goes on with it.
export function follow({source, run, live, bar, fetchTrial, fetchWeights, fetchRun}) {
	const often = 400; // milliseconds between two looks
	const announce = (text, kind) => { live.hidden = false; live.textContent = text; live.dataset.kind = kind; };
	announce('live', 'on');
	let timer = 0, ended = false;
	const refresh = latest(async (done) => {
		source.forget();
		if (done) await fetchRun(); // now with its summary
		await fetchTrial(state.step === null || state.step >= bar.last());
		await fetchWeights();
	});
	source.live({
		link(there) {
			if (!ended) announce(there ? 'live' : 'reconnecting…', there ? 'on' : 'off');
		},
		progress({step, of, trial}) {
			announce(`live · ${count(step)} of ${count(of)}` + (run.trials > 1 ? ` · trial ${trial}` : ''), 'on');
			timer ||= setTimeout(() => { timer = 0; refresh(); }, often);
		},
		done() {
			ended = true;
			clearTimeout(timer);
			announce('done', 'done');
			refresh(true);
		},
	});
}
