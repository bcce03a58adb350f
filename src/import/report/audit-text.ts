import type { Audit, AuditedJob } from './audit.ts';

/** Max rows of the lists after the jobs; JSON and HTML have all. */
const maxRows = 20;

/** A line for each job, then what is most often by hand, the shared libraries, and a summary. Names can be anything. */
export function auditText({ jobs, kinds, totals, obstacles, libraries, broken }: Audit): readonly string[] {
  return [
    ...jobs.map(jobLine),
    ...section(
      'Count   Jobs  By hand most often',
      obstacles,
      ({ construct, count, jobs: inJobs }) => `${right(count)}  ${right(inJobs)}  ${construct}`,
    ),
    ...section(' Jobs  Shared library', libraries, ({ name, jobs: inJobs }) => `${right(inJobs)}  ${name}`),
    '',
    `${jobs.length} jobs: ${kindsText(kinds)}; ${broken} unreadable`,
    `${totals.percent}% of ${totals.statements} statements; ${totals.mapped} mapped, ${totals.approximated} approximated, ${totals.byHand} by hand`,
  ];
}

/** `12 pipeline, 3 freestyle`. */
export function kindsText(kinds: Audit['kinds']): string {
  const parts = Object.entries(kinds).map(([kind, count]) => `${count} ${kind}`);
  return parts.length === 0 ? 'none' : parts.join(', ');
}

function jobLine({ name, kind, coverage, note = '' }: AuditedJob): string {
  if (coverage === undefined) return `   - ${name} | ${kind} | ${note}`;
  const { percent, statements, byHand } = coverage;
  return `${String(percent).padStart(3)}% ${name} | ${kind} | by hand: ${byHand} of ${statements}`;
}

function section<Row>(title: string, rows: readonly Row[], line: (row: Row) => string): readonly string[] {
  if (rows.length === 0) return [];
  const more = rows.length > maxRows ? [`and ${rows.length - maxRows} more`] : [];
  return ['', title, ...rows.slice(0, maxRows).map(line), ...more];
}

function right(count: number): string {
  return String(count).padStart(5);
}
