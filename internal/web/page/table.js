import {html, runTag} from './dom.js';
import {hasLaterals, livesOf} from './element.js';
import {count, finite, none, percent, short} from './number.js';
import {quoted, saveMenu} from './save.js';
import {sortedTable} from './sorted.js';
import {set, state, watch} from './state.js';

// The lives of synapses: a row for every synapse of a projection, of the lateral ones at first, sorted by any column.

const whole = (v) => count(v), size = (v) => short(v), steps = (v) => (v >= 1000 ? count(v) : short(v)), plain = (v) => v ?? none;

const columns = [
	['rank', 'rank', whole, 'by size in the end'],
	['synapse', 'synapse', plain, 'lateral[post,pre]'],
	['state', 'state', plain, 'pruned: below a tenth of its peak at the end; faint: not pruned, but within the noise; unborn: not pruned, and never out of the noise; lesioned; absent: always 0; active: none of these'],
	['birth', 'birth', whole, 'step in which it first stood out: at twice its threshold, and out of the noise'],
	['peak', 'peak', size, 'the largest size that was recorded'],
	['peak_step', 'at step', whole, 'step of the peak'],
	['final', 'in the end', size, 'size at the end'],
	['left', 'left', null, 'what is left of the peak'],
	['half_life', 'half-life', steps, 'steps in which it halves after its peak, by fit'],
	['r2', 'R²', (v) => (finite(v) ? v.toFixed(2) : none), 'share of the variance that the fit of the half-life explains'],
	['noise', 'noise', size, 'standard deviation late in the run'],
	['threshold', 'threshold', size, 'size below which it is pruned'],
	['below_since', 'pruned since', whole, 'step from which it is pruned until the end'],
	['below', 'steps pruned', whole, 'steps that it was pruned in all'],
	['resurrections', 'back', whole, 'how often it came back'],
];
const shownAtFirst = 100;

// synapseTable returns the panel of the table: {node, show}.
export function synapseTable(run, choose) {
	let rows = [], most = shownAtFirst, trial = null, shown = 0; // which of the lives
	const sorted = sortedTable({
		label: 'lives of synapses', by: 'rank', columns: columns.map(([key, title, , detail]) => ({key, title, detail})), onSort: () => mark(),
		order: (by, a, b) => (by === 'synapse' ? a.post - b.post || a.pre - b.pre : undefined),
		row: (row) => html('tr', {'data-synapse': row.synapse, tabindex: -1, onclick: (event) => choose(row.synapse, event)},
			columns.map(([key, , text]) => key === 'left' ? html('td', {}, bar(row)) : html(key === 'synapse' ? 'th' : 'td', {scope: key === 'synapse' ? 'row' : null, title: key === 'half_life' ? row.decay?.why : null}, text(row[key] ?? null)))),
	});
	const {body, node: scroll} = sorted;
	const more = html('button', {type: 'button', class: 'more', onclick: () => { most *= 10; draw(); }});
	const empty = html('p', {class: 'empty'}), notes = html('p', {class: 'hint'}), counts = html('small', {});
	const numbers = () => [columns.map(([key]) => key), ...rows.map((row) => columns.map(([key]) => row[key]))];
	const title = html('span', {}), choice = html('select', {'aria-label': 'projection', onchange: () => { shown = Number(choice.value); fill(); }});
	const projection = () => { const p = livesOf(trial)[shown]; return p && !p.is_lateral ? ` --projection ${quoted(p.projection ?? 'lateral')}` : ''; };
	const node = html('section', {class: 'panel observatory'}, html('header', {}, html('h2', {}, title, runTag(run), ' ', choice, ' ', counts), saveMenu('synapses', numbers, () => [`inspect ${quoted(run.path)}${projection()} --all --csv --trial ${state.trial}`])), empty, scroll, more, notes);

	const draw = () => {
		sorted.show(rows, most);
		more.hidden = rows.length <= most;
		more.textContent = `${count(rows.length - most)} more`;
		empty.hidden = rows.length > 0;
		scroll.hidden = rows.length === 0;
		mark();
	};
	const bar = ({left}) => {
		const inside = html('i', {});
		inside.style.width = `${100 * Math.min(1, left ?? 0)}%`;
		return html('span', {class: 'bar'}, html('span', {class: 'rod'}, inside), finite(left) ? percent(left) : none);
	};
	const mark = () => {
		let found = null;
		for (const row of body.children) {
			const chosen = row.dataset.synapse === state.element;
			row.setAttribute('aria-selected', String(chosen));
			row.tabIndex = -1;
			if (chosen) found = row;
		}
		const entry = found ?? body.firstElementChild;
		if (entry) entry.tabIndex = 0;
	};
	body.addEventListener('keydown', (event) => {
		const row = event.target.closest('tr');
		const next = {ArrowDown: row?.nextElementSibling, ArrowUp: row?.previousElementSibling, Home: body.firstElementChild, End: body.lastElementChild, Enter: row, ' ': row}[event.key];
		if (next === undefined) return;
		event.preventDefault();
		event.stopPropagation();
		if (!next) return;
		set({element: next.dataset.synapse});
		next.focus();
	});
	watch('element', mark);
	const fill = () => {
		const lives = livesOf(trial), p = lives[shown = Math.min(shown, Math.max(0, lives.length - 1))];
		title.textContent = p?.is_lateral || (!p && hasLaterals(run)) ? 'Lateral synapses' : 'Synapses';
		choice.replaceChildren(...lives.map((l, i) => html('option', {value: String(i)}, l.projection ?? 'lateral')));
		choice.value = String(shown);
		choice.hidden = lives.length < 2;
		rows = (p?.synapses ?? []).map((s) => ({...s, r2: s.decay?.r2 ?? null, left: finite(s.final) && s.peak ? Math.abs(s.final / s.peak) : null}));
		empty.textContent = run.live ? 'The lives of the synapses are found when the run is over.' : trial.pending ? 'The lives of the synapses are being followed…'
			: !hasLaterals(run) ? 'This circuit has no lateral synapses.' : 'No lateral synapse was recorded: twophase run --record weights@10.';
		counts.textContent = p ? [[p.pruned, 'pruned'], [p.active, 'active'], [p.faint, 'faint'], [p.unborn, 'never born'], [p.lesioned, 'lesioned'], [p.absent, 'absent']].filter(([n]) => n > 0).map(([n, what]) => `${count(n)} ${what}`).join(', ') : '';
		notes.textContent = p ? [`The peak is the largest size that was recorded, ${p.cadence}.`, ...p.notes ?? []].join(' ') : '';
		draw();
	};
	return {node, show(next) { trial = next; fill(); }};
}
