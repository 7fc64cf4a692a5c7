import {html} from './dom.js';
import {framed, hearAround, tellAround} from './frame.js';
import {set, state, watch} from './state.js';

// Light and dark: as the system has it, unless one is chosen. A page in a frame has what the page around it has.

const next = {auto: 'light', light: 'dark', dark: 'auto'};
const signs = {auto: '◐', light: '○', dark: '●'};

// applyTheme gives the document its theme.
export function applyTheme() {
	const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
	document.documentElement.dataset.theme = state.theme === 'auto' ? system : state.theme;
}

// nextTheme goes on to the next theme.
export function nextTheme() {
	if (framed) tellAround({next: 'theme'});
	else set({theme: next[state.theme]});
}

hearAround(({theme}) => { if (theme in next) set({theme}); });

// themeButton returns the button that does.
export function themeButton() {
	const button = html('button', {type: 'button', id: 'theme', hidden: framed, onclick: nextTheme});
	const show = () => {
		button.textContent = signs[state.theme];
		button.title = `theme: ${state.theme} (d)`;
		button.setAttribute('aria-label', `theme: ${state.theme}`);
	};
	watch('theme', show);
	show();
	return button;
}
