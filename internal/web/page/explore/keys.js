// The keyboard. Everything that a pointer can do, a key can do.

// shortcuts are what the list of keys says.
export const shortcuts = [
	['space', 'run, pause'],
	['s p', 'one step, one phase'],
	['r', 'from the start'],
	['1 … 8', 'stops of the tour'],
	['arrows', 'in the circuit: to the neighbouring synapse; on a bar of the spectrum: larger, smaller'],
	['x f', 'lesion or restore, freeze or thaw what is chosen'],
	['u', 'undo the last act'],
	['t', 'split into twins, or end the twin'],
	['v c', 'keep the experiment as a file; copy a link'],
	['d', 'light, dark, or as the system has it'],
	['?', 'this list'],
];

// globalKeys connects the shortcuts.
export function globalKeys({toggle, step, phase, restart, twin, help, theme, undo, give, link, visit, key}) {
	const actions = {' ': toggle, s: step, p: phase, r: restart, t: twin, d: theme, u: undo, v: give, c: link, x: () => key('x'), f: () => key('f'), '?': () => help.showModal()};
	for (let i = 1; i <= 8; i++) actions[i] = () => visit(i - 1);
	document.addEventListener('keydown', (event) => {
		if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
		const at = event.target, typing = at.matches?.('input:not([type=range], [type=checkbox]), select, textarea');
		if (event.key === 'Escape' && typing) return at.blur();
		if (typing || !actions[event.key] || (event.key === ' ' && at.matches?.('button, summary, input'))) return;
		actions[event.key]();
		event.preventDefault();
	});
}
