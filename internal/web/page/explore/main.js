import {drawNow, html, said, say} from '../dom.js';
import {helpDialog} from '../keys.js';
import {count, finite, short} from '../number.js';
import {begin, fragment, recall, set, state, watch, watching, write} from '../state.js';
import {applyTheme, nextTheme, themeButton} from '../theme.js';
import {actsPanel, marksOf} from './acts.js';
import {cloudPanel} from './cloud.js';
import {driveBar, moment, slowly, touring} from './drive.js';
import {addressed, download, kept} from './experiment.js';
import {handsPanel} from './hands.js';
import {globalKeys, shortcuts} from './keys.js';
import {phaseStrip} from './phases.js';
import {startSession, startTheory} from './session.js';
import {circuitPanel, curvesOf, runOf} from './stage.js';
import {theoryPanel} from './theory.js';
import {stops, tourPanel} from './tour.js';

// The page in which the simulator runs: it opens an experiment, draws each frame, and does to the circuit what the reader does.

const manyStimuli = 500, curveEvery = 120, patience = 400, // milliseconds for which an experiment opens before the page says so
	panelOf = {plane: '.cloud-panel', gains: '.hand:has(#lambda)', circuit: '.drawing', laterals: '.lateral-curves', pruning: '.of-pruning', spectrum: '.of-spectrum', rules: '.phase-strip'}, // as stops name them
	stillMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

async function start() {
	begin(kept, {experiment: null, acts: null, fork: null, step: null, stop: null, mine: null, plane: null, speed: null, element: null});
	recall();
	applyTheme();
	const call = await startSession();
	document.getElementById('loading')?.remove();
	const page = layOut(call, startTheory(call));
	await page.reopen();
	addEventListener('hashchange', () => page.reopen(location.hash));
	window.twophase = {hash: page.hash, run: page.run};
	document.documentElement.dataset.ready = 'true';
}

// layOut puts the page together, and returns {reopen, run, hash}.
function layOut(call, predict) {
	let described = null, twinned = null, experiment = null, acts = [], fork = null, acting = false; // whether acts are for the twin alone
	let paused = true, turn = 0, questions = 0, until = null, dirty = true, asking = false, opening = null, opened = 0, curveAt = 0, last = null, drawn = null, toured = '', seek = () => {};

	// queued returns a task that waits for those before it, and after which the picture is drawn anew.
	let before = Promise.resolve();
	const queued = (task) => (...args) => {
		const done = before.then(() => task(...args));
		before = done.catch(() => {}).then(() => {
			dirty = true;
			curveAt = 0;
		});
		return done;
	};
	// guarded returns a queued task that shows its errors.
	const guarded = (task) => {
		const begin = queued(task);
		return (...args) => begin(...args).then((found) => { document.getElementById('failure')?.remove(); return found; }, fail);
	};
	// halt gives up what is being opened: it stays at the step that it came to.
	const halt = () => {
		if (!opening) return;
		opening.halted = true;
		call('pause').catch(fail);
	};
	// newest returns a guarded task that opens something: it gives up what is being opened, and what still waits to be.
	let wishes = 0;
	const newest = (task) => {
		const begin = guarded(async (wish, args) => { if (wish === wishes) await task(...args); });
		return (...args) => {
			halt();
			return begin(++wishes, args);
		};
	};

	const go = async () => {
		paused = false;
		turn++;
		await call('go', {speed: drive.speed(described.phases.length), most: until === null ? null : Math.max(1, until - (last?.own.step ?? 0))});
		turn++;
	};
	const rest = async () => { paused = true; await call('pause'); };
	const drives = guarded(() => { if (last?.own.step >= until) until = null; return paused ? go() : rest(); });
	const toggle = () => (opening?.said ? halt() : drives());
	const drive = driveBar({
		toggle,
		step: guarded(async () => { await rest(); await call('advance', 1); }),
		phase: guarded(async () => { await rest(); await call('phase'); }),
		restart: newest(async () => {
			await rest();
			const was = await present();
			await open(first());
			leftOut(was);
		}),
		speed: guarded(async () => { if (!paused) await go(); }),
	});

	// present returns what is simulated, as open takes it, and first what of it stands before the first step.
	const present = async () => ({experiment, acts, fork, step: (await call('frame', {twin: false})).own.step});
	const first = () => ({experiment, acts: acts.filter(({at}) => at === 0), fork: fork === 0 ? 0 : null, step: 0});

	// open simulates an experiment with all that was done to it, up to a step, and reports whether it came there. Of acts that
	// cannot be taken it fails, but with lenient it leaves them out. With back the experiment is open already, and it goes back
	// to before the act of that place: those before it are the same.
	const open = async (wanted, {lenient, back} = {}) => {
		opening = {since: performance.now(), until: wanted.step ?? 0, halted: false, said: false, what: back === undefined ? 'Opening' : 'Taking the act back'}; // and what was asked of the circuit before is not drawn
		const mine = opening;
		opened++;
		offer.replaceChildren();
		try {
			await begun(wanted, lenient, back, mine);
			if (mine.halted) leftOut(wanted);
		} finally {
			opening = null;
			progress.textContent = '';
		}
		return !mine.halted;
	};
	const begun = async (wanted, lenient, back, mine) => {
		const was = described;
		if (back === undefined) {
			const next = await call('open', JSON.stringify(wanted.experiment));
			[experiment, acts, fork, acting, described] = [wanted.experiment, [], null, false, next];
		} else {
			if (await call('rewind', back) < 2) fork = null;
			acts = acts.slice(0, back);
		}
		let {step: at} = (await call('frame', {twin: false})).own;
		// forward goes on to a step, and reports whether it came there.
		const forward = async (step) => {
			if (!mine.halted && step > at) at += await call('advance', step - at);
			return !mine.halted;
		};
		const split = async () => {
			if (!finite(wanted.fork) || fork !== null || !await forward(wanted.fork)) return;
			await call('twin');
			fork = wanted.fork;
		};
		for (const one of (wanted.acts ?? []).slice(acts.length)) {
			if (one.twin || one.at > wanted.fork) await split();
			if (!await forward(one.at)) break;
			try {
				const at = await call('act', [JSON.stringify(one.act), Boolean(one.twin)]);
				acts.push(at === one.at ? one : {...one, at});
			} catch (error) {
				if (!lenient) throw error;
			}
		}
		await split();
		await forward(wanted.step ?? 0);
		last = await call('frame', {twin: false});
		if (!was || shapeOf(was) !== shapeOf(described) || drawn?.twin !== (fork !== null)) arrange();
		else drawn.begin();
		await world();
		ponder();
		kept_();
		onTwin();
	};
	// leftOut says what is no longer there of what was simulated, or was wanted, but for the keys that were asked for, and offers
	// the way back.
	const leftOut = (was, asked = {}) => {
		const parts = Object.keys(was.experiment).filter((key) => !(key in experiment) && !(key in asked)), gone = (was.acts ?? []).length - acts.length;
		if (gone > 0) parts.push(gone === 1 ? 'one act' : `${count(gone)} acts`);
		if (finite(was.fork) && fork === null) parts.push('the twin');
		if (opening) parts.push(`the steps after ${count(last.own.step)}`);
		offer.replaceChildren(...(parts.length === 0 ? [] : [`Left out: ${parts.join(' and ')}. `, html('button', {type: 'button', onclick: () => back(was)}, 'bring back')]));
	};
	const back = newest(async (was) => { await rest(); await open(was); });
	const shapeOf = (d) => JSON.stringify([d.network, d.n, d.k, d.phases, d.graph, d.unmeasured]);

	// kept_ writes what is explored into the address.
	const kept_ = () => set({experiment: JSON.stringify(experiment), acts: acts.length > 0 ? JSON.stringify(acts) : null, fork});

	// alone reports whether acts are for the twin alone: then it is the one that is described beside them.
	const alone = () => acting && fork !== null;
	// world draws the stimuli anew: they are others, or were turned.
	const world = async () => {
		twinned = fork === null ? null : await call('describe', true);
		described = await call('describe');
		await permit();
		hands.show(alone() ? twinned : described, described, experiment.stimulus ?? described.experiment.stimulus, fork === null ? '' : alone() ? 'of the twin' : 'of the circuit; what is done is done to both');
		const {n, eigenvalues, basis} = described;
		cloud.node.hidden = !basis?.length;
		if (basis?.length) cloud.world({gains: [described.lambda, ...(twinned ? [twinned.lambda] : [])], inputs: n, components: eigenvalues.length, eigenvalues, basis, points: await call('stimuli', manyStimuli)});
	};
	// permit asks which acts this circuit would take: panels offer those alone. Circuits of one network with stimuli of one kind take the same.
	let permitted = '';
	const permit = async () => {
		const of = JSON.stringify([described.network, described.n, described.k, Object.keys(described.experiment.stimulus), alone()]);
		if (of === permitted) return;
		permitted = of;
		const acts = [...panel.offered(), ...hands.offered(described)], possible = await call('possible', [acts, alone()]), refused = new Set(acts.filter((_, i) => !possible[i]).map((act) => JSON.stringify(act)));
		panel.refuse(refused);
		hands.refuse(refused, described);
	};
	// ponder asks what the theory says of what is simulated, or of other keys of it.
	const ponder = (keys = {}) => {
		const question = ++questions;
		const of = fork === null ? '' : alone() ? 'of the twin, ' : 'of the circuit, ', touched = acts.some(({act, twin}) => (alone() || !twin) && Object.keys(act).some((word) => !foreseen.includes(word)));
		theory.wait();
		predict([JSON.stringify(keys), alone()], (t) => {
			if (question !== questions) return;
			theory.show(t, of, touched);
			hands.threshold(t);
			cloud.goals((t.amplitudes ?? []).map((length, i) => ({component: i, length, name: `output ${i}`})));
		});
	};

	const act = async (done) => {
		const {own, twin} = await call('frame', {twin: true});
		if ((!alone() && own.ended) || twin?.ended) throw new Error('A circuit that has diverged takes no act: take one back (u), or begin from the start (r).');
		acts.push({at: await call('act', [JSON.stringify(done), acting]), act: done, ...(acting && {twin: true})});
		await changed();
		say(`done: ${Object.keys(done)[0]}`);
	};
	// undo takes an act back, or the last one: the steps since then are taken again, without it.
	const undo = guarded(async (one) => {
		const gone = one ?? acts.at(-1), on = !paused, forTwin = acting;
		if (!acts.includes(gone)) return;
		await rest();
		const was = await present();
		try {
			if (await open({...was, acts: acts.filter((one) => one !== gone)}, {back: acts.indexOf(gone)}) && on) await go();
		} catch (error) {
			await open(was);
			acting = forTwin;
			await world();
			throw new Error(`This act cannot be taken back: ${error.message}`);
		} finally {
			acting = forTwin && fork !== null;
			panel.show(acts, fork !== null, acting);
		}
		say('undone');
	});
	const changed = async () => {
		drawn.hold();
		panel.show(acts, fork !== null, acting);
		await world();
		ponder();
		kept_();
	};
	const twin = guarded(async () => {
		if (fork === null) {
			[fork, acting] = [await call('twin'), true];
		} else {
			await call('untwin');
			[fork, acting] = [null, false];
			acts = acts.filter(({twin: alone}) => !alone);
		}
		arrange();
		await changed();
	});

	// isSo reports whether an act would give the circuits that acts are for the value that they have.
	const isSo = ({tau, lambda, rate, settle, stimulus}) => (alone() ? [twinned] : [described, twinned ?? described]).every((d) => {
		const same = (wanted, is) => wanted !== undefined && JSON.stringify(wanted) === JSON.stringify(is);
		return same(tau, d.tau) || same(lambda, d.lambda) || same(rate && String(rate), d.rate) || same(settle?.sweeps, d.turns) || same(stimulus?.spectrum, d.spectrum);
	});

	// alter changes the experiment: before the first step by opening it anew, and later by an act if there is one.
	const alter = async (keys, does) => {
		const {own} = await call('frame', {twin: false});
		if ((own.step > 0 || alone()) && does) return isSo(does) ? null : act(does);
		await rest();
		const was = await present(), beginning = first();
		let wrong = null;
		for (const more of waysTo(keys, was.experiment, described)) {
			try {
				await open({...beginning, experiment: merged(was.experiment, {...more, ...keys})}, {lenient: true});
				leftOut(was, keys);
				return;
			} catch (error) {
				wrong ??= error;
			}
		}
		if (experiment !== was.experiment) await open(was);
		throw wrong;
	};
	const change = queued(alter), trial = queued(async (keys) => {
		const {own} = await call('frame', {twin: false});
		if (own.step === 0 && !alone()) await alter(keys, null);
		else ponder(keys);
	});
	let sketching = false, waiting = null;
	// sketch shows what changes while a reader drags: all of it at step 0, the theory later.
	const sketch = async (keys) => {
		if (sketching) {
			waiting = keys;
			return;
		}
		sketching = true;
		await trial(keys).catch(() => {}); // what is asked for in the end says what is wrong with it
		sketching = false;
		if (waiting) sketch(waiting, waiting = null);
	};

	// asIs says what is simulated, and untouched what a stop begins with: where the two differ, a reader made it.
	const asIs = () => JSON.stringify([experiment, acts, fork]), untouched = (stop) => JSON.stringify([stop.experiment, stop.acts ?? [], stop.fork ?? null]);
	const travel = async (i) => {
		const stop = stops[i];
		if (!stop) return;
		await rest();
		const first = state.stop === null || state.mine === null;
		let left = null; // what the reader made, as a link
		if (described && asIs() !== toured) {
			set({step: (await present()).step, ...(first && {mine: null})});
			left = fragment();
		}
		set({stop: i, plane: stop.plane ?? null, speed: slowly, zoom: null, element: null, ...(left && first && {mine: left.slice(1)})});
		drive.label();
		await open({...stop, step: stop.begin});
		toured = asIs(); // less than the stop if it was halted
		if (left && !first) offer.replaceChildren('What you made of the last stop: ', html('a', {href: left, onclick: (e) => follow(e, left)}, 'bring back'));
		until = stop.until;
		lead(stop);
		if (!stillMotion()) await go();
		setTimeout(quicken, moment, i, slowly);
	};
	// quicken runs a stop faster from moment to moment, unless the reader has paused it or chosen a speed.
	const quicken = guarded(async (stop, speed) => {
		if (state.stop !== stop || state.speed !== speed || paused) return;
		set({speed: speed + 1});
		drive.label();
		await go();
		if (speed + 1 < touring) setTimeout(quicken, moment, stop, speed + 1);
	});
	// lead marks the panels that a stop is about, and brings the first of them into view: below its words, where these stay in view,
	// and when the curves are drawn, as panels have their sizes then.
	const lead = (stop) => {
		for (const marked of document.querySelectorAll('.about')) marked.classList.remove('about');
		for (const name of stop?.about ?? []) document.querySelectorAll(panelOf[name]).forEach((panel) => panel.classList.add('about'));
		seek = () => {};
		if (!stop) return;
		const behavior = stillMotion() ? 'auto' : 'smooth', stays = getComputedStyle(tour.node).position === 'sticky';
		document.documentElement.style.scrollPaddingTop = `${drive.node.offsetHeight + (stays ? tour.node.offsetHeight + 12 : 0)}px`;
		scrollTo({top: 0, behavior: 'auto'});
		if (stays) seek = () => document.querySelector(panelOf[stop.about[0]])?.scrollIntoView({block: 'nearest', behavior});
	};
	// follow opens what a link says, whatever the address says.
	const follow = (event, link) => {
		event.preventDefault();
		return reopen(link);
	};
	const visit = newest(travel), tour = tourPanel(visit, follow, () => document.querySelector(panelOf[stops[state.stop].about[0]])?.scrollIntoView({behavior: stillMotion() ? 'auto' : 'smooth'}));
	const cloud = cloudPanel(), theory = theoryPanel(), hands = handsPanel({alter: (...asked) => { waiting = null; return change(...asked); }, sketch});
	const panel = actsPanel({act: guarded(act), undo, target: guarded(async (on) => { acting = on; await world(); ponder(); })});
	const stage = html('div', {class: 'columns first scene'}), below = html('div', {class: 'column'}), strip = html('div', {}), title = html('h1', {}), facts = html('p', {class: 'facts'}), ended = html('p', {class: 'wrong', role: 'alert'}), progress = html('p', {id: 'progress', class: 'facts'}), offer = html('p', {id: 'left-out', class: 'facts', role: 'status'});
	const split = html('button', {type: 'button', id: 'split', onclick: () => twin()});
	const help = helpDialog(shortcuts);

	let forget = () => {};
	// arrange lays out what depends on the size of the circuit, and on whether there are two.
	const arrange = () => {
		forget();
		forget = watching(() => {
			const run = runOf(described), two = fork !== null;
			const pick = (element) => {
				set({element});
				panel.choosing.scrollIntoView({block: 'nearest', behavior: stillMotion() ? 'auto' : 'smooth'});
			};
			const own = circuitPanel(run, two ? 'Circuit' : 'The circuit', pick, true), other = two ? circuitPanel(run, 'Its twin', pick) : null, phases = phaseStrip(described.phases), curves = curvesOf(run, two);
			for (const circuit of [own, other]) circuit?.circuit.node.setAttribute('data-circuit', circuit === own ? 'own' : 'twin');
			own.node.append(panel.choosing);
			stage.replaceChildren(own.node, ...(two ? [other.node] : []), cloud.node, ...(two ? [html('div', {class: 'column beside'}, curves.nodes.slice(0, 2))] : []));
			strip.replaceChildren(phases.node);
			below.replaceChildren(...curves.nodes.slice(two ? 2 : 0));
			drawn = {
				run, own, other, phases, curves, twin: two,
				hold() { own.hold(acts.filter(({twin: alone}) => !alone)); other?.hold(acts); },
				begin() { own.begin(); other?.begin(); this.hold(); },
			};
			panel.begin(run);
			watch('element', () => {
				const element = chosen();
				own.circuit.select(element);
				other?.circuit.select(element);
			});
			const chosen = () => { const found = /^(\w[\w.]*)\[(\d+)(?:,(\d+))?\]$/.exec(state.element ?? ''); return found && {kind: found[1], post: Number(found[2]), pre: found[3] === undefined ? -1 : Number(found[3])}; };
			own.circuit.select(chosen());
			other?.circuit.select(chosen());
		});
		drawNow();
		drawn.hold();
	};

	// look asks for a frame and draws it, as often as the screen is drawn.
	const look = async () => {
		requestAnimationFrame(look);
		if (asking || (!opening && (!drawn || (paused && !dirty)))) return;
		asking = true;
		if (opening) {
			await wait(opening).catch(() => {}); // what fails here fails there, too
			asking = false;
			return;
		}
		dirty = false;
		const circuits = drawn, asked = turn, time = opened, still = () => circuits === drawn && time === opened;
		try {
			const curves = performance.now() - curveAt > curveEvery, answer = await call('frame', {twin: circuits.twin, curves});
			if (answer.paused && asked === turn) paused = true; // by itself; an older frame says nothing about it
			if (still()) paint(answer, circuits);
			if (!curves || !still()) dirty = true; // the curves come with a later frame
		} catch (error) {
			fail(error);
		}
		asking = false;
	};
	// wait says how far what is being opened has come, if it takes long.
	const wait = async (mine) => {
		if (performance.now() - mine.since < patience) return;
		const {own} = await call('frame', {twin: false});
		if (opening !== mine) return;
		progress.textContent = `${mine.what}: step ${count(own.step)} of ${count(mine.until)}. Space or the pause button stops it here.`;
		if (!mine.said) say(progress.textContent); // once: a screen reader is not to hear of each step
		mine.said = true;
		drive.show({paused: false, speed: 0}, own);
	};
	const paint = (answer, {run, own, other, phases, curves}) => {
		last = answer;
		own.show(answer.own, true);
		if (answer.twin) other?.show(answer.twin, true);
		cloud.show([...filterOf(answer.own, run, ''), ...(answer.twin ? filterOf(answer.twin, run, 'twin') : [])]);
		phases.show(answer.own.done);
		if (answer.own.curve) {
			curveAt = performance.now();
			curves.show(answer.own, answer.twin, marksOf(acts, fork));
			describe(answer.own);
			seek();
			seek = () => {};
		}
		drive.show({paused, speed: answer.speed}, answer.own);
		panel.frame((acting ? other : own)?.value() ?? own.value(), !answer.own.phase && acts.some(({at, twin}) => at === answer.own.step && (acting || !twin)));
		const diverged = answer.own.ended || answer.twin?.ended, sentence = diverged ? `${diverged}. To do so, begin from the start (r).` : answer.ended;
		if (ended.textContent !== sentence) ended.textContent = sentence;
		document.documentElement.dataset.shown = String(answer.own.step);
	};
	const filterOf = (frame, run, kind) => (frame.F ? [{f: frame.F, k: run.outputs, kind}] : []);
	const describe = (frame) => {
		const fact = (name, text) => html('span', {class: 'fact'}, html('span', {}, name), ' ', html('b', {}, text));
		facts.replaceChildren(...[fact('network', described.network), fact('N', count(described.n)), fact('K', count(described.k)), fact('seed', String(described.seed)), finite(frame.error) && fact('error E_Pro', short(frame.error)), finite(frame.ratio) && fact(described.ratio, short(frame.ratio)), frame.pruned.length > 0 && fact('pruned', `${frame.pruned.filter(Boolean).length} of ${frame.pruned.length}`)].filter(Boolean));
		set({step: frame.step});
	};

	const tool = (sign, label, does) => html('button', {type: 'button', onclick: does, 'aria-label': label.replace(/ \(.\)$/, ''), title: label}, sign);
	const give = guarded(async () => {
		download(await call('experiment', false), false);
		if (fork !== null) download(await call('experiment', true), true);
	});
	const link = guarded(async () => {
		set({step: (await present()).step}); // what is drawn may be a moment older
		write();
		await navigator.clipboard?.writeText(new URL(fragment(), location.href).href).then(() => say('link copied'), () => say('the link is in the address bar'));
	});
	document.body.append(
		html('a', {href: '#circuit', class: 'skip', onclick: (e) => { e.preventDefault(); drawn.own.circuit.node.querySelector('[tabindex]')?.focus(); }}, 'to the circuit'),
		html('header', {class: 'top'}, html('div', {}, title, facts), html('div', {class: 'tools'}, tool('⤓', 'the experiment as a file, for twophase run (v)', give), tool('#', 'copy a link to this state (c)', link), themeButton(), tool('?', 'keys (?)', () => help.showModal()))),
		drive.node,
		html('main', {}, tour.node, html('div', {}, progress, offer, ended), stage, html('div', {class: 'with-split'}, split, strip),
			html('div', {class: 'columns'}, html('div', {class: 'column'}, hands.node, panel.node), html('div', {class: 'column'}, below, theory.node))),
		html('footer', {}, 'twophase explore · the simulator runs in this page, and computes the bits that twophase run does'),
		said, help);
	title.textContent = 'A circuit that learns';

	const onTwin = () => {
		split.textContent = fork === null ? 'split into twins (t)' : 'end the twin (t)';
		panel.show(acts, fork !== null, acting);
	};
	watch('acts fork', onTwin);
	watch('stop mine', () => { tour.show(); if (state.stop === null) lead(null); });
	watch('plane', () => { cloud.redraw(); dirty = true; });
	watch('element', () => { panel.about(); dirty = true; });
	const repaint = () => { applyTheme(); drawn?.own.circuit.redraw?.(); drawn?.other?.circuit.redraw?.(); };
	watch('theme', repaint);
	matchMedia('(prefers-color-scheme: dark)').addEventListener('change', repaint);
	watch('zoom time', () => { dirty = true; curveAt = 0; });
	globalKeys({visit, toggle, step: () => drive.node.querySelector('[aria-label="one step"]').click(), phase: () => drive.node.querySelector('[aria-label="one phase"]').click(), restart: () => drive.node.querySelector('[aria-label="from the start"]').click(), twin, help, theme: nextTheme, undo: () => undo(), give, link, key: panel.key});
	// reopen simulates what the address says, or a link.
	const reopen = newest(async (link) => {
		await rest();
		if (link && link !== location.hash) {
			try {
				history.pushState(null, '', link);
			} catch { /* a browser may forbid it for a file from the disk */ }
		}
		recall(link);
		const stop = stops[state.stop];
		if (!stop) state.stop = null;
		until = null;
		drive.label();
		tour.show();
		lead(null);
		applyTheme();
		toured = !stop ? '' : state.experiment === null ? asIs() : untouched(stop);
		if (stop && state.experiment === null) await travel(state.stop);
		else {
			await open(addressed());
			lead(stop);
		}
		onTwin();
	});
	drive.label();
	tour.show();
	onTwin();
	drawNow();
	requestAnimationFrame(look);
	return {
		reopen,
		// run takes further steps and returns how many it took, hash the hash of the weights. Both throw their errors.
		run: queued(async (steps) => {
			if (!Number.isInteger(steps) || steps < 0) throw new Error(`${steps} is no number of steps: give a whole one.`);
			await rest();
			return call('advance', steps);
		}),
		hash: queued((which = 0) => call('hash', which)),
	};
}

// waysTo returns the further keys with which an experiment may be had with other keys, from those that change least of it. Other
// stimuli leave what the stimuli before gave to the circuit: the number of outputs and the rate.
function waysTo(keys, experiment, d) {
	const unsaid = (known) => Object.fromEntries(Object.entries(known).filter(([key]) => !(key in experiment) && !(key in keys)));
	const kept = unsaid({outputs: d.k, ...(experiment.lambda !== 'auto' && {rate: d.rate})});
	const ways = keys.network ? stimuliFor(d).map((way) => ({circuit: null, ...way})) : keys.stimulus ? [kept, {...kept, lambda: d.lambda, tau: d.tau}, {outputs: null, lambda: null}] : [{}];
	return [...ways, ...ways.map((way) => ({...way, ...unmeasured}))];
}

// unmeasured leaves out what names parts of a circuit that another one may not have.
const unmeasured = {record: null, parts: null, follow: null, drift_from: null, measure: null, interventions: null, sizes: null, rates: null, taus: null};

// stimuliFor returns keys with which a network may learn: what is given, or stimuli of other kinds and as few other keys as there can be.
function stimuliFor({n, k}) {
	const free = {lambda: null, tau: null, turns: null, settle: null, rate: null, offline: null, rule: null, lateral_rule: null, lateral_decay: null, initial_m: null};
	const kinds = [{clusters: 3, inputs: n}, {sources: k}, {autocorrelations: [0.95, 0.9, 0.8, 0.3], inputs: n}, {canonical_correlations: [0.9, 0.7, 0.5, 0.2], inputs: n}, null];
	return [{}, free, ...kinds.flatMap((stimulus) => [{...free, stimulus}, {...free, stimulus, outputs: null}])];
}

// foreseen are the words of acts that the theory takes into account.
const foreseen = ['tau', 'lambda', 'lateral_decay', 'rate', 'settle', 'turns', 'stimulus'];

// merged returns an experiment with other keys; null takes one out.
function merged(experiment, keys) {
	const next = {...experiment, ...keys};
	for (const [key, v] of Object.entries(keys)) if (v === null) delete next[key];
	return next;
}

function fail(error) {
	const box = document.getElementById('failure') ?? html('p', {id: 'failure', role: 'alert'});
	box.textContent = error.message;
	document.body.prepend(box);
	document.getElementById('loading')?.remove();
	console.warn(error.message);
}

start().catch(fail);
