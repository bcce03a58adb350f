import type { DeepReadonly, Schema } from '../../../../src/faces/api-client/operation-types.ts';
import type { ImportReport } from '../../../../src/import/report/import-report.ts';

export type ImportedJob = DeepReadonly<Schema<'ImportedJob'>>;
export type ImportFinding = ImportedJob['findings'][number];

/** An imported job with the places of its findings as offsets. */
export function reportOf({ findings, ...job }: ImportedJob): ImportReport {
  const starts = [0];
  for (let end = job.source.indexOf('\n'); end !== -1; end = job.source.indexOf('\n', end + 1)) starts.push(end + 1);
  const offset = (line: number, column: number) => (starts[line - 1] ?? job.source.length) + column - 1;
  return {
    ...job,
    findings: findings.map(({ line, column, endLine, endColumn, ...finding }) => ({
      ...finding,
      start: offset(line, column),
      end: offset(endLine, endColumn),
    })),
  };
}
