import {html} from './dom.js';
import {count} from './number.js';
import {set, state} from './state.js';
import {themeButton} from './theme.js';

// layout returns all that stands in the body of the page.
export function layout({run, trials: known, large, source, bar, circuit, legend, trace, phases, curves, table, help, live, warnings, focusCircuit}) {
	const fact = (name, text) => html('span', {class: 'fact'}, html('span', {}, name), ' ', html('b', {}, text));
	const trials = run.trials > 1 && html('label', {class: 'fact'}, html('span', {}, 'trial'), ' ', html('select', {id: 'trial', onchange: (e) => set({trial: Number(e.target.value)})},
		known.map((i) => html('option', {value: i, selected: i === state.trial}, String(i)))));
	const shows = (run.twins?.length ?? 0) > 0 && html('label', {class: 'fact'}, html('span', {}, 'shows'), ' ', html('select', {id: 'show', onchange: (e) => set({show: e.target.value})},
		[['run', 'this run'], ...run.twins.flatMap(({name}) => [[`twin:${name}`, `twin ${name}`], [`minus:${name}`, `this run − ${name}`]])].map(([value, text]) => html('option', {value, selected: value === state.show}, text))));
	const told = (kind, list) => list?.length > 0 && html('ul', {class: kind}, list.map((text) => html('li', {}, text)));
	const header = html('header', {class: 'top'},
		html('div', {}, html('h1', {}, run.title), html('p', {class: 'facts'}, fact('network', run.network), fact('N', count(run.inputs)), fact('K', count(run.outputs)), fact('steps', count(run.steps)), fact('seed', String(run.seed)), trials, fact('run', run.run))),
		html('div', {class: 'tools'}, live, themeButton(), html('button', {type: 'button', onclick: () => help.showModal(), 'aria-label': 'keys', title: 'keys (?)'}, '?')));
	return [
		html('a', {href: '#circuit', class: 'skip', onclick: (e) => { e.preventDefault(); focusCircuit(); }}, 'to the circuit'),
		header, bar.node,
		html('main', {}, warnings, told('interventions', run.interventions),
			html('div', {class: 'columns'},
				html('div', {class: 'column'},
					html('section', {class: 'panel', 'aria-labelledby': 'circuit'}, html('header', {}, html('h2', {id: 'circuit'}, 'Circuit'), shows, legend), circuit.node),
					!large && phases.node),
				html('div', {class: 'column'}, trace.node, large && phases.node)),
			html('div', {class: 'curves'}, curves.nodes), table.node),
		html('footer', {}, source.sealed ? source.note() : `twophase view · ${run.folder}`, ' · recorded: ', (run.recorded ?? []).map((r) => r.request).join(', ') || 'nothing'),
		html('div', {id: 'said', role: 'status', 'aria-live': 'polite', class: 'unseen'}), help,
	];
}
