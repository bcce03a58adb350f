import { html, type Html, type Piece } from '../../base/text/html.ts';
import { withoutControls } from '../../base/text/visible-text.ts';
import { kindsText } from './audit-text.ts';
import type { Audit, AuditedJob } from './audit.ts';
import { reportPage } from './report-page.ts';

/** An audit as a page for a browser. */
export function auditHtml({ jobs, kinds, totals, obstacles, libraries, broken }: Audit): string {
  const summary = html`<p>${jobs.length} jobs: ${kindsText(kinds)}; ${broken} unreadable.</p>
<p>${totals.percent}% of ${totals.statements} statements: ${totals.mapped} mapped, ${totals.approximated} approximated, ${totals.byHand} by hand.</p>`;
  return reportPage(
    'Audit of Jenkins jobs',
    html`${summary}
${table('Jobs', ['Coverage', 'Job', 'Kind', 'By hand', 'Statements', 'Note'], jobs.map(jobCells))}
${table(
  'By hand most often',
  ['Construct', 'Statements', 'Jobs'],
  obstacles.map(({ construct, count, jobs: inJobs }) => [withoutControls(construct), count, inJobs]),
)}
${table(
  'Shared libraries',
  ['Library', 'Jobs'],
  libraries.map(({ name, jobs: inJobs }) => [withoutControls(name), inJobs]),
)}`,
  );
}

function jobCells({ name, kind, coverage, note = '' }: AuditedJob): readonly Piece[] {
  const cells = [
    withoutControls(name),
    kind,
    coverage?.byHand ?? '',
    coverage?.statements ?? '',
    withoutControls(note),
  ];
  return [coverage === undefined ? '' : `${coverage.percent}%`, ...cells];
}

function table(title: string, head: readonly string[], rows: readonly (readonly Piece[])[]): Html | false {
  return (
    rows.length > 0 &&
    html`<h2>${title}</h2>
<table><thead><tr>${head.map((cell) => html`<th>${cell}</th>`)}</tr></thead><tbody>
${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td${typeof cell === 'number' && html` class="number"`}>${cell}</td>`)}</tr>\n`)}</tbody></table>`
  );
}
