import { createHash } from 'node:crypto';
import type { Schema } from '../../api-client/operation-types.ts';
import { packageVersion } from '../../config/package-root.ts';
import { problemCatalogue } from '../../problem/problem-catalogue.ts';
import { jsonText } from '../terminal-text.ts';
import type { FileReport } from './file-report.ts';
import type { ReportContext } from './report-context.ts';

interface Rule {
  readonly id: string;
  readonly severity: 'error' | 'warning';
  readonly title?: string;
}

/**
 * Problems as SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/), for code scanning. The rules are all known
 * codes of problems, so that a reader can tell a flow that keeps a rule from a rule that was not checked, and the codes
 * that only a server or its task types know.
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
  const rules = all.map(({ id, severity, title }) => ({
    id,
    ...(title !== undefined && { shortDescription: { text: `${title}.` } }),
    defaultConfiguration: { level: severity },
    helpUri: helpUrl(id),
  }));
  const ruleIndices = new Map(all.map(({ id }, index) => [id, index]));
  return jsonText({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Flowgate', version: packageVersion(), rules } },
        columnKind: 'utf16CodeUnits',
        results: reports.flatMap(({ file, problems }) => {
          const path = repositoryPath(file);
          return problems.map((problem) => result(path, problem, ruleIndices.get(problem.code)));
        }),
      },
    ],
  });
}

function result(
  path: string,
  { code, severity, message, path: pointer, ...place }: Schema<'Problem'>,
  ruleIndex: number | undefined,
) {
  const { line = 1, column = 1, endLine = line, endColumn = column } = place;
  const identity = [path, code, pointer].join('\n');
  return {
    ruleId: code,
    ...(ruleIndex !== undefined && { ruleIndex }),
    level: severity,
    message: { text: message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(path), uriBaseId: '%SRCROOT%' },
          region: { startLine: line, startColumn: column, endLine, endColumn },
        },
        ...(pointer !== '' && { logicalLocations: [{ fullyQualifiedName: pointer }] }),
      },
    ],
    partialFingerprints: { 'flowgate/v1': createHash('sha256').update(identity).digest('hex') },
  };
}

function uriOf(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
