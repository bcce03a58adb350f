import type { Outcome } from '../../../import/finding.ts';
import { findingText, type ImportReport } from '../../../import/report/import-report.ts';
import { TextPlaces } from '../../../import/text-places.ts';
import type { ReportContext } from '../problems/report-context.ts';
import { sarifLog, type SarifLevel, type SarifResult } from '../problems/sarif-log.ts';

/** What is no result: a statement that its flow says exactly. */
const rules: Readonly<Record<Exclude<Outcome, 'mapped'>, { id: string; level: SarifLevel; title: string }>> = {
  approximated: { id: 'import-approximated', level: 'note', title: 'The flow does not do quite the same' },
  'by hand': { id: 'import-by-hand', level: 'warning', title: 'The flow does not say the statement' },
};
const unreadable = {
  id: 'import-problem',
  level: 'warning',
  title: 'A source cannot be read, or its flow is invalid',
} as const;

/** The statements that need a look as SARIF: approximated ones are notes, those by hand are warnings. */
export function importSarif(
  reports: readonly ImportReport[],
  { repositoryPath }: Pick<ReportContext, 'repositoryPath'>,
): string {
  return importSarifLog(reports.flatMap((report) => importSarifResults(report, repositoryPath(report.name))));
}

/** A log of results of any number of jobs. */
export function importSarifLog(results: readonly SarifResult[]): string {
  return sarifLog([...Object.values(rules), unreadable], results);
}

/** @param path of the source, from the root of the repository */
export function importSarifResults({ source, findings, problems }: ImportReport, path: string): readonly SarifResult[] {
  const places = new TextPlaces(source);
  const ofSource = problems.filter((problem) => problem.of === 'source');
  return [
    ...ofSource.map(({ line, column, message }) => ({
      ruleId: unreadable.id,
      level: unreadable.level,
      message,
      path,
      region: { line, column, endLine: line, endColumn: column },
      identity: [path, unreadable.id, message],
    })),
    ...findings.flatMap((finding) => {
      if (finding.outcome === 'mapped') return [];
      const { id, level } = rules[finding.outcome];
      const [from, to] = [places.at(finding.start), places.at(finding.end)];
      return {
        ruleId: id,
        level,
        message: findingText(finding),
        path,
        region: { ...from, endLine: to.line, endColumn: to.column },
        identity: [path, id, source.slice(finding.start, finding.end)],
      };
    }),
  ];
}
