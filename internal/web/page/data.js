import {parts} from './change.js';

// The only place that data comes from: the server that runs beside the page, or, in a report, what
// is written into the page.

// open returns the source of the page's data.
export function open() {
	const inlined = document.getElementById('report-data');
	return inlined ? new Inlined(JSON.parse(inlined.textContent)) : new Served();
}

// Failure is an error that the source reports, with a text for a person.
class Failure extends Error {}

class Served {
	sealed = false;
	#answers = new Map(); // that were asked for, by what was asked
	#others = new Map();
	#names; // of the run in a folder of runs, and of the twin, where they are needed

	constructor(names = {}) { this.#names = names; }

	// runs lists the runs of a folder; its runs are null if there is one run only.
	runs() { return this.#get('runs', {}); }

	// pick returns the source of one run of a folder.
	pick(run) { return this.#other({run}); }

	// of returns the source of a twin of the run, by its name, or that of the run itself.
	of(twin) { return twin === this.#names.twin ? this : this.#other({run: this.#names.run, twin}); }

	#other(names) {
		const key = JSON.stringify(names);
		if (!this.#others.has(key)) this.#others.set(key, new Served(names));
		return this.#others.get(key);
	}

	run() { return this.#kept('run', {}); }

	trial(trial) { return this.#get('trial', {trial}); }

	// series returns some columns of the trace of an element between two steps, or all of them, with
	// about that many points. On a logarithmic axis each decade takes as many pixels as the next, and is
	// asked for by itself.
	async series({trial, element, from, to, points, time, columns}, signal) {
		const ask = ([a, b, n]) => this.#kept('series', {trial, element, from: a, to: b, points: n, columns: columns?.join()}, signal);
		return join(await Promise.all(stretches(time, from, to, points).map(ask)));
	}

	snapshot({trial, step}) { return this.#kept('snapshot', {trial, step}); }

	// step returns a step phase by phase. It is replayed, which may take a while: progress hears of it.
	async step({trial, step}, progress, signal) {
		for (;;) {
			const [status, answer] = await this.#ask('step', {trial, step}, signal);
			if (status !== 202) return answer;
			progress(answer.progress);
			await new Promise((done) => setTimeout(done, 250));
			signal.throwIfAborted();
		}
	}

	// page returns the address of the page in which the experiment of the run learns.
	page() { return `explore.html?${new URLSearchParams(this.#given())}`; }

	// live calls on.progress, on.done and on.link (true: connected) while a run goes on.
	live(on) {
		const events = new EventSource('api/live');
		events.addEventListener('open', () => on.link(true));
		events.addEventListener('error', () => on.link(false));
		events.addEventListener('progress', (e) => on.progress(JSON.parse(e.data)));
		events.addEventListener('done', () => {
			events.close();
			on.done();
		});
	}

	// forget says that the run has gone on, so that answers may be others.
	forget() {
		this.#answers.clear();
		for (const other of this.#others.values()) other.forget();
	}

	// kept returns the answer to what was asked before, or asks; an error is not kept.
	#kept(path, query, signal) {
		const key = path + JSON.stringify(query), answers = this.#answers;
		if (!answers.has(key)) {
			if (answers.size > 300) answers.delete(answers.keys().next().value);
			const answer = this.#get(path, query, signal);
			answers.set(key, answer);
			const drop = () => { if (answers.get(key) === answer) answers.delete(key); };
			signal?.addEventListener('abort', drop);
			answer.then(() => signal?.removeEventListener('abort', drop), drop);
		}
		return answers.get(key);
	}

	#given(query = {}, names = this.#names) { return Object.entries({...query, ...names}).filter(([, v]) => v !== undefined && v !== null); }

	async #get(path, query, signal) { return (await this.#ask(path, query, signal))[1]; }

	async #ask(path, query, signal) {
		const given = this.#given(query, path === 'runs' ? {} : this.#names);
		let response;
		try {
			response = await fetch(`api/${path}?${new URLSearchParams(given)}`, {signal});
		} catch (error) {
			if (error.name === 'AbortError') throw error;
			throw new Failure('the server does not answer: has twophase view been stopped?');
		}
		const answer = await response.json().catch(() => ({error: `the server answered ${response.status}`}));
		if (!response.ok) throw new Failure(answer.error);
		return [response.status, answer];
	}
}

// stretches divides the steps from-to into the stretches that are asked for, each with its points.
export function stretches(time, from, to, points) {
	if (time !== 'log' || to - from < 100) return [[from, to, points]];
	const edges = [from];
	for (let edge = 10; edge < to; edge *= 10) if (edge > from) edges.push(edge);
	edges.push(to + 1);
	const decades = Math.log10((to + 1) / (from + 1));
	return edges.slice(1).map((edge, i) => {
		const share = Math.log10((edge + 1) / (edges[i] + 1)) / decades;
		return [edges[i], edge - 1, Math.max(8, Math.round(points * share))];
	});
}

// changeColumns are those of a trace that say why a weight changed: the parts, and the rest, which takes
// twice as long to read and is asked for last.
export const changeColumns = {parts: parts.map(([part]) => part), rest: ['rounding', 'pre', 'post']};

const columns = ['weight', ...changeColumns.parts, ...changeColumns.rest];

function join(parts) {
	const whole = {element: parts[0].element, total: 0, step: []};
	for (const part of parts) {
		whole.total += part.total;
		whole.step = whole.step.concat(part.step);
	}
	for (const name of columns) {
		whole[name] = parts.some((part) => part[name])
			? [].concat(...parts.map((part) => part[name] ?? part.step.map(() => null))) : null;
	}
	return whole;
}

class Inlined {
	sealed = true;
	#data;
	#twin;

	constructor(data, twin) { [this.#data, this.#twin] = [data, twin]; }

	of(twin) { return new Inlined(this.#data, twin); }

	async runs() { return {runs: null}; }

	async run() { return this.#twin ? this.#trial(this.trials()[0]).run : this.#data.run; }

	async trial(trial) { return this.#trial(trial).trial; }

	async series({trial, element, from, to}) {
		const all = this.#trial(trial).series[element];
		if (!all) throw new Failure(`the trace of ${element} is not in this report; twophase view shows every recorded one`);
		const a = all.step.findIndex((s) => s >= from);
		const b = all.step.findLastIndex((s) => s <= to) + 1;
		const part = {element, total: all.total, step: a < 0 ? [] : all.step.slice(a, b)};
		for (const name of columns) part[name] = all[name] && a >= 0 ? all[name].slice(a, b) : null;
		return part;
	}

	async snapshot({trial, step}) {
		const all = this.#trial(trial).snapshots;
		return all.findLast((s) => s.step <= step) ?? all[0] ?? {step, parts: []};
	}

	async step({trial, step}) {
		const all = this.#trial(trial).steps ?? [];
		const found = all.find((s) => s.step === step);
		if (found) return found;
		const chosen = all.map((s) => s.step).join(', ');
		throw new Failure(all.length ? `this report holds the phases of steps ${chosen} only; twophase view replays any` : 'no step of the phases is in this report; twophase view replays any');
	}

	trials() { return this.#data.trials.map((t) => t.trial.trial); }

	// steps returns those whose phases the report holds.
	steps(trial) { return (this.#trial(trial).steps ?? []).map((s) => s.step); }

	live() {}

	forget() {}

	note() { return this.#data.note; }

	// talk reports whether the report opens in talk mode.
	talk() { return Boolean(this.#data.talk); }

	#trial(trial) {
		const found = this.#data.trials.find((t) => t.trial.trial === trial);
		if (!found) throw new Failure(`trial ${trial} is not in this report`);
		return this.#twin ? found.twins[this.#twin] : found;
	}
}
