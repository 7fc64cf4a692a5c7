import {html, say} from './dom.js';
import {set, state, watch} from './state.js';
import {nextTheme} from './theme.js';

// The two tabs of a run's page: what the inspector shows, and a frame in which the experiment of the run learns.

const names = {inspect: 'Inspect', play: 'Play'};

// runTabs returns {list, own, wrap}: the tabs and a link to a window of its own, which stand in the head, and a function that
// makes of the nodes of the inspector what is shown below the head. A run without an experiment has no tabs.
export function runTabs(run, source, signal) {
	if (source.sealed || !run.explore) state.tab = null;
	if (source.sealed || !(run.explore || run.unexplored)) return {list: null, own: null, wrap: (nodes) => html('main', {class: 'panels'}, nodes)};
	const why = html('p', {id: 'why-not', class: 'hint why-not', hidden: true}, run.unexplored);
	const tabs = Object.entries(names).map(([name, text]) => {
		const off = name === 'play' && !run.explore;
		return html('button', {type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': `panel-${name}`, 'aria-disabled': off && 'true', 'aria-describedby': off && 'why-not', title: off ? run.unexplored : name === 'play' ? 'the same experiment, to play with: it learns here' : 'what was recorded',
			onclick: () => choose(name)}, text);
	});
	const choose = (name) => {
		if (name === 'play' && !run.explore) {
			why.hidden = false;
			say(run.unexplored);
			return;
		}
		set({tab: name === 'play' ? name : null, ...(name === 'play' && {talk: null})});
	};
	const list = html('div', {class: 'tabs', role: 'tablist', 'aria-label': 'this run'}, tabs);
	list.addEventListener('keydown', (event) => {
		const to = {ArrowLeft: 0, Home: 0, ArrowRight: 1, End: 1}[event.key];
		if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
		event.preventDefault();
		event.stopPropagation();
		tabs[to].focus();
		if (tabs[to].getAttribute('aria-disabled') !== 'true') choose(Object.keys(names)[to]);
	});

	// address returns that of the page, in the state in which the reader left it.
	const address = () => {
		const fragment = new URLSearchParams(state.play ?? '');
		fragment.set('theme', state.theme);
		return `${source.page()}#${fragment}`;
	};
	const own = html('a', {class: 'own', target: '_blank', title: 'play in a window of its own', 'aria-label': 'play in a window of its own'}, '↗');
	const point = () => { own.href = address(); };
	watch('play theme', point);
	point();
	const inspector = html('div', {id: 'panel-inspect', role: 'tabpanel', 'aria-labelledby': 'tab-inspect'}), play = html('div', {id: 'panel-play', role: 'tabpanel', 'aria-labelledby': 'tab-play'});

	let frame = null; // once it was chosen
	const tell = (what) => frame?.contentWindow?.postMessage(what, location.origin);
	const show = () => {
		const now = state.tab ?? 'inspect';
		if (now === 'play' && !frame) {
			const there = () => { // in the theme that it is to have
				tell({theme: state.theme});
				frame.classList.add('there');
			};
			frame = html('iframe', {title: 'the experiment, to play with', src: address(), onload: there});
			play.append(frame);
		}
		for (const tab of tabs) {
			const is = tab.id === `tab-${now}`;
			tab.setAttribute('aria-selected', String(is));
			tab.tabIndex = is ? 0 : -1;
		}
		inspector.hidden = now === 'play';
		play.hidden = own.hidden = !inspector.hidden;
		document.body.classList.toggle('playing', !play.hidden);
		if (play.hidden) dispatchEvent(new Event('resize')); // what was not seen is drawn
	};
	watch('tab', show);
	watch('theme', () => tell({theme: state.theme}));
	addEventListener('message', ({source: from, data}) => {
		if (!frame || from !== frame.contentWindow) return;
		if (data?.next === 'theme') nextTheme();
		if (typeof data?.fragment !== 'string') return;
		const fragment = new URLSearchParams(data.fragment.slice(1)), theme = fragment.get('theme');
		fragment.delete('theme');
		set({play: String(fragment)});
		if (theme !== state.theme) tell({theme: state.theme});
	}, {signal});
	return {
		list, own,
		wrap(nodes) {
			inspector.append(...nodes);
			show();
			return html('main', {class: 'panels'}, why, inspector, play);
		},
	};
}
