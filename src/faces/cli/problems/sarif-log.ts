import { createHash } from 'node:crypto';
import { packageVersion } from '../../../base/config/package-root.ts';
import type { SourceRange } from '../../../base/problem/problem.ts';
import { jsonText } from '../terminal-text.ts';

export type SarifLevel = 'error' | 'warning' | 'note';

export interface SarifRule {
  readonly id: string;
  readonly level: SarifLevel;
  /** Without a full stop. */
  readonly title?: string;
  readonly helpUri?: string;
}

export interface SarifResult {
  readonly ruleId: string;
  readonly level: SarifLevel;
  readonly message: string;
  /** From the root of the repository, with `/`. */
  readonly path: string;
  readonly region: SourceRange;
  /** The place in the document, such as a JSON Pointer; empty for the whole document. */
  readonly logicalName?: string;
  /** What tells it from other results wherever its lines move. */
  readonly identity: readonly string[];
}

/**
 * A log in SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/), for code scanning.
 * @param rules those that were checked, whether there are results or not
 */
export function sarifLog(rules: readonly SarifRule[], results: readonly SarifResult[]): string {
  const ruleIndices = new Map(rules.map(({ id }, index) => [id, index]));
  return jsonText({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Flowgate', version: packageVersion(), rules: rules.map(ruleObject) } },
        columnKind: 'utf16CodeUnits',
        results: results.map((result) => resultObject(result, ruleIndices.get(result.ruleId))),
      },
    ],
  });
}

function ruleObject({ id, level, title, helpUri }: SarifRule) {
  return {
    id,
    ...(title !== undefined && { shortDescription: { text: `${title}.` } }),
    defaultConfiguration: { level },
    ...(helpUri !== undefined && { helpUri }),
  };
}

function resultObject(
  { ruleId, level, message, path, region, logicalName = '', identity }: SarifResult,
  ruleIndex: number | undefined,
) {
  const { line, column, endLine, endColumn } = region;
  return {
    ruleId,
    ...(ruleIndex !== undefined && { ruleIndex }),
    level,
    message: { text: message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(path), uriBaseId: '%SRCROOT%' },
          region: { startLine: line, startColumn: column, endLine, endColumn },
        },
        ...(logicalName !== '' && { logicalLocations: [{ fullyQualifiedName: logicalName }] }),
      },
    ],
    partialFingerprints: { 'flowgate/v1': createHash('sha256').update(identity.join('\n')).digest('hex') },
  };
}

function uriOf(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
