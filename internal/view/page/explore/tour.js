import {html} from '../dom.js';
import {count} from '../number.js';
import {set, state} from '../state.js';

// The guided tour: eight stops, each a few sentences and a circuit that shows what they say.

// stops returns the stops of the tour: {title, text, experiment, acts, fork, begin, until, plane}.
export const stops = JSON.parse(document.getElementById('tour').textContent);

// tourPanel returns the panel: {node, show}. go hears of the number of a stop, or of null when the reader leaves.
export function tourPanel(go) {
	const tabs = stops.map(({title}, i) => html('button', {type: 'button', class: 'stop', title, 'aria-label': `stop ${i + 1}: ${title}`, onclick: () => go(i)}, String(i + 1)));
	const title = html('h2', {}), text = html('p', {class: 'tour-text', 'aria-live': 'polite'});
	const back = html('button', {type: 'button', onclick: () => go(state.stop - 1)}, '← back'), next = html('button', {type: 'button', onclick: () => go(state.stop === null ? 0 : state.stop + 1)}), leave = html('button', {type: 'button', onclick: () => set({stop: null})}, 'leave the tour');
	const node = html('section', {class: 'panel tour', 'aria-label': 'guided tour'}, html('div', {class: 'stops', role: 'group', 'aria-label': 'stops of the tour'}, tabs), html('div', {class: 'tour-words'}, title, text), html('div', {class: 'controls'}, back, next, leave));
	return {
		node,
		show() {
			const stop = stops[state.stop];
			tabs.forEach((tab, i) => tab.setAttribute('aria-pressed', String(i === state.stop)));
			title.textContent = stop ? `${state.stop + 1}. ${stop.title}` : 'New here?';
			text.textContent = stop ? `${stop.text}` : 'A guided tour of eight short stops shows what this circuit does and why. Or change anything below: it runs in your browser.';
			next.textContent = !stop ? 'begin the tour' : `next: ${stops[state.stop + 1]?.title}`;
			next.hidden = state.stop === stops.length - 1;
			back.hidden = !stop || state.stop === 0;
			leave.hidden = !stop;
			if (stop) node.dataset.until = count(stop.until);
		},
	};
}
