import {html, say} from './dom.js';
import {save} from './save.js';
import {fragment, recall} from './state.js';

// What is looked at, as a file that can be kept and opened again.

const format = 'twophase view 1';

// keepView writes the present view as a file.
export function keepView(run) {
	save(`${run.folder}-view.json`, JSON.stringify({format, run: run.run, title: run.title, view: fragment()}, null, 2) + '\n');
}

// openView asks for such a file, and calls opened when the state is what it says. An error goes to failed.
export function openView(run, opened, failed) {
	const input = html('input', {type: 'file', accept: '.json,application/json'});
	input.addEventListener('change', async () => {
		try {
			const kept = JSON.parse(await input.files[0].text());
			if (kept?.format !== format || typeof kept.view !== 'string') throw new SyntaxError();
			recall(kept.view);
			say(kept.run === run.run ? 'view opened' : `this view was kept of another run, ${kept.title}`);
			opened();
		} catch (error) {
			failed(error instanceof SyntaxError ? new Error(`${input.files[0].name} is no view: the key v writes one`) : error);
		}
	});
	input.click();
	return input;
}
