import {html} from './dom.js';
import {hearAround, tellAround} from './frame.js';
import {set, state, watch} from './state.js';

// Light and dark: as the system has it, unless one is chosen. A page in a frame of the inspector has what the inspector has.

const next = {auto: 'light', light: 'dark', dark: 'auto'};
const signs = {auto: '◐', light: '○', dark: '●'};

let led = false; // the page around this one says what the theme is

// applyTheme gives the document its theme.
export function applyTheme() {
	const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
	document.documentElement.dataset.theme = state.theme === 'auto' ? system : state.theme;
}

// nextTheme goes on to the next theme.
export function nextTheme() {
	if (led) tellAround({next: 'theme'});
	else set({theme: next[state.theme]});
}

hearAround(({theme}) => {
	if (!(theme in next)) return;
	led = true;
	document.querySelector('#theme')?.setAttribute('hidden', '');
	set({theme});
});

// themeButton returns the button that does.
export function themeButton() {
	const button = html('button', {type: 'button', id: 'theme', hidden: led, onclick: nextTheme});
	const show = () => {
		button.textContent = signs[state.theme];
		button.title = `theme: ${state.theme} (d)`;
		button.setAttribute('aria-label', `theme: ${state.theme}`);
	};
	watch('theme', show);
	show();
	return button;
}
