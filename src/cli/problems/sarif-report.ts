import { createHash } from 'node:crypto';
import type { Schema } from '../../api-client/operation-types.ts';
import { packageVersion } from '../../config/package-root.ts';
import { problemCatalogue } from '../../problem/problem-catalogue.ts';
import { jsonText } from '../terminal-text.ts';
import type { FileReport, ReportContext } from './file-report.ts';

const catalogue = Object.entries(problemCatalogue);
const ruleIndices = new Map(catalogue.map(([code], index) => [code, index]));

/**
 * Problems as SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/), for code scanning. The rules are all codes
 * of problems, so that a reader can tell a flow that keeps a rule from a rule that was not checked.
 */
export function sarifReport(reports: readonly FileReport[], { repositoryPath, helpUrl }: ReportContext): string {
  const rules = catalogue.map(([id, { severity, title }]) => ({
    id,
    shortDescription: { text: `${title}.` },
    defaultConfiguration: { level: severity },
    helpUri: helpUrl(id),
  }));
  return jsonText({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Flowgate', version: packageVersion(), rules } },
        columnKind: 'utf16CodeUnits',
        results: reports.flatMap(({ file, problems }) => {
          const path = repositoryPath(file);
          return problems.map((problem) => result(path, problem));
        }),
      },
    ],
  });
}

function result(path: string, { code, severity, message, path: pointer, ...place }: Schema<'Problem'>) {
  const { line = 1, column = 1, endLine = line, endColumn = column } = place;
  const ruleIndex = ruleIndices.get(code);
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
