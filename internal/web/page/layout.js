import {html, runTag, said} from './dom.js';
import {count} from './number.js';
import {set, state, watch} from './state.js';
import {saveMenu, quoted} from './save.js';
import {runTabs} from './tabs.js';
import {themeButton} from './theme.js';

// layout returns all that stands in the body of the page.
export function layout({run, variants, minus, trials: known, source, bar, circuit, weights, keep, reopen, trace, phases, curves, measures, table, help, live, warnings, focusCircuit, headline, signal}) {
	const fact = (name, text) => html('span', {class: 'fact'}, html('span', {}, name), ' ', html('b', {}, text));
	const tool = (sign, label, act) => html('button', {type: 'button', class: 'of-inspector', onclick: act, 'aria-label': label.replace(/ \(.\)$/, ''), title: label}, sign);
	const trials = run.trials > 1 && html('label', {class: 'fact'}, html('span', {}, 'trial'), ' ', html('select', {id: 'trial', onchange: (e) => set({trial: Number(e.target.value)})},
		known.map((i) => html('option', {value: i, selected: i === state.trial}, String(i)))));
	const others = variants.slice(1), first = variants[0].name;
	const shows = others.length > 0 && html('label', {class: 'fact'}, html('span', {}, 'shows'), ' ', html('select', {id: 'show', onchange: (e) => set({show: e.target.value, play: null})},
		[['run', first], ...others.map(({name}) => [`twin:${name}`, name]), ...others.map(({name}) => [`minus:${name}`, `${first} − ${name}, in the circuit`])].map(([value, text]) => html('option', {value, selected: value === state.show}, text))));
	const drawn = minus ? html('small', {class: 'of-run'}, ` ${run.name} − ${minus}`) : runTag(run);
	const listed = (kind, list) => list?.length > 0 && html('ul', {class: kind}, list.map((text) => html('li', {}, text)));
	const done = run.interventions?.length > 0 && html('div', {class: 'done-to'}, listed('interventions', run.interventions), html('p', {class: 'hint'}, 'In the circuit, a dotted synapse is lesioned, a dashed one frozen, and a neuron with a thick rim clamped.'));
	const [error, pruning, health, ...followed] = curves.nodes, right = html('div', {class: 'column curves'}, error, pruning, trace.node);
	const place = () => { // a talk has no other column for it
		if (state.talk === 'health') right.append(health);
		else phases.node.after(health);
	};
	watch('talk', place);
	const tabs = runTabs(run, source, signal);
	const header = html('header', {class: 'top'},
		html('div', {}, state.run !== null && html('a', {href: '#', class: 'back'}, '← all runs'), html('h1', {}, run.title), html('p', {class: 'facts'}, fact('network', run.network), fact('N', count(run.inputs)), fact('K', count(run.outputs)), fact('steps', count(run.steps)), fact('seed', String(run.seed)), shows, trials, fact('run', run.run))),
		html('div', {class: 'tools'}, live, tabs.list, tabs.own, tool('⤓', 'keep this view as a file (v)', keep), tool('⤒', 'open a view from a file (f)', reopen), themeButton(), tool('?', 'keys (?)', () => help.showModal())));
	const panels = tabs.wrap([
		html('section', {'aria-label': 'what came of it'}, headline), bar.node,
		html('div', {class: 'sheet'}, warnings,
			done,
			html('div', {class: 'columns'},
				html('div', {class: 'column'}, html('section', {class: 'panel drawing', 'aria-labelledby': 'circuit'}, html('header', {}, html('h2', {id: 'circuit'}, 'Circuit', drawn), weights.legend, saveMenu('circuit', weights.numbers, () => ['plot', 'export'].map((command) => `${command} ${quoted(run.path)} weights --trial ${state.trial}`))), weights.dates, circuit.node), phases.node, measures.node, followed),
				right),
			table.node),
		html('footer', {}, source.sealed ? source.note() : `twophase view · ${run.folder}`, ' · recorded: ', (run.recorded ?? []).map((r) => r.request).join(', ') || 'nothing'),
	]);
	place();
	return [
		html('a', {href: '#circuit', class: 'skip', onclick: (e) => { e.preventDefault(); focusCircuit(); }}, 'to the circuit'),
		header, panels, said, help,
	];
}
