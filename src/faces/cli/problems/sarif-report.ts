import { problemCatalogue } from '../../../base/problem/problem-catalogue.ts';
import type { Schema } from '../../api-client/operation-types.ts';
import type { FileReport } from './file-report.ts';
import type { ReportContext } from './report-context.ts';
import { sarifLog, type SarifResult } from './sarif-log.ts';

interface Rule {
  readonly id: string;
  readonly severity: 'error' | 'warning';
  readonly title?: string;
}

/**
 * Problems as SARIF. The rules are all known codes of problems, so that a reader can tell a flow that keeps a rule from
 * a rule that was not checked, and the codes that only a server or its task types know.
 */
export function sarifReport(
  reports: readonly FileReport[],
  { repositoryPath, helpUrl, taskWarnings = new Map() }: ReportContext,
): string {
  const known: readonly Rule[] = [
    ...Object.entries(problemCatalogue).map(([id, { severity, title }]) => ({ id, severity, title })),
    ...[...taskWarnings].map(([id, { title }]) => ({ id, severity: 'warning', title }) as const),
  ];
  const found = reports.flatMap(({ problems }) => problems.map(({ code, severity }) => ({ id: code, severity })));
  const ruleById = new Map([...found, ...known].map((rule) => [rule.id, rule]));
  const others = [...ruleById.values()].filter((rule) => !known.includes(rule));
  const all: readonly Rule[] = [...known, ...others];
  return sarifLog(
    all.map(({ id, severity, title }) => ({ id, level: severity, title, helpUri: helpUrl(id) })),
    reports.flatMap(({ file, problems }) => problems.map((problem) => result(repositoryPath(file), problem))),
  );
}

function result(path: string, { code, severity, message, path: pointer, ...place }: Schema<'Problem'>): SarifResult {
  const { line = 1, column = 1, endLine = line, endColumn = column } = place;
  return {
    ruleId: code,
    level: severity,
    message,
    path,
    region: { line, column, endLine, endColumn },
    logicalName: pointer,
    identity: [path, code, pointer],
  };
}
