import {html} from '../dom.js';
import {count} from '../number.js';
import {set, state} from '../state.js';

// The guided tour: eight stops, each a few sentences and a circuit that shows what they say.

// stops are those of the tour: {title, text, try, experiment, acts, fork, begin, until, plane, about}; about names panels, and try says what a reader
// may do next.
export const stops = JSON.parse(document.getElementById('tour').textContent);

// tourPanel returns the panel: {node, show}. go hears of the number of a stop, and follow of the event and the link to what the reader
// left for the tour; see is called to show what a stop is about.
export function tourPanel(go, follow, see) {
	const tabs = stops.map(({title}, i) => html('button', {type: 'button', class: 'stop', title, 'aria-label': `stop ${i + 1}: ${title}`, onclick: () => go(i)}, String(i + 1)));
	const button = (text, does) => html('button', {type: 'button', onclick: does}, text);
	const title = html('h2', {}), text = html('p', {class: 'tour-text', 'aria-live': 'polite'}), trial = html('p', {class: 'tour-try'}), mine = html('a', {class: 'mine', onclick: (e) => follow(e, mine.hash)}, 'back to my circuit');
	const back = button('← back', () => go(state.stop - 1)), next = button('', () => go(state.stop === null ? 0 : state.stop + 1)), leave = button('leave the tour', () => set({stop: null})), look = button('↓ what it is about', see);
	[look.className, next.className] = ['look', 'next'];
	const node = html('section', {class: 'panel tour', 'aria-label': 'guided tour'}, html('div', {class: 'stops', role: 'group', 'aria-label': 'stops of the tour'}, tabs), html('div', {class: 'tour-words'}, title, text, trial), html('div', {class: 'controls'}, look, next, back, leave, mine));
	const show = () => {
		const stop = stops[state.stop];
		tabs.forEach((tab, i) => tab.setAttribute('aria-pressed', String(i === state.stop)));
		title.textContent = stop ? `${state.stop + 1}. ${stop.title}` : 'New here?';
		text.textContent = stop ? stop.text : 'A guided tour of eight short stops shows what the paper’s circuit does and why. Or change anything below: it runs in your browser.';
		trial.replaceChildren(...(stop?.try ? [html('b', {}, 'Try it'), ' ', stop.try.text] : []));
		next.textContent = !stop ? 'begin the tour' : `next: ${stops[state.stop + 1]?.title}`;
		next.hidden = state.stop === stops.length - 1;
		back.hidden = !stop || state.stop === 0;
		leave.hidden = look.hidden = !stop;
		node.classList.toggle('at-stop', Boolean(stop));
		mine.href = `#${state.mine ?? ''}`;
		mine.hidden = !mine.hash;
		if (stop) node.dataset.until = count(stop.until);
	};
	return {node, show};
}
