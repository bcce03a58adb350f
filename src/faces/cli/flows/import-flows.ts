import type { Schema } from '../../api-client/operation-types.ts';
import type { TextOrJson } from '../declaration/common-words.ts';
import type { ExitStatus } from '../exit-status.ts';
import type { GatewayConnection } from '../gateway/gateway-connection.ts';
import { countsText, printResult } from '../print-result.ts';
import { problemLines } from '../problems/file-report.ts';
import type { Terminal } from '../terminal.ts';
import type { FlowFile } from './read-flow-file.ts';

export interface ImportFlowsOptions {
  readonly 'dry-run': boolean;
  readonly format: TextOrJson;
}

/** Whether a text is a YAML stream of flows, rather than a Jenkinsfile or a config.xml. */
export function isFlowStream({ name, text }: Pick<FlowFile, 'name' | 'text'>): boolean {
  if (/\.(?:ya?ml|json)$/i.test(name)) return true;
  const first = /^(?!#|%|\s*$).+/m.exec(text.replace(/^\ufeff/, ''))?.[0] ?? '';
  return /^(?:---|\{|["']?[\w-]+["']?\s*:(?:\s|$))/.test(first.trimStart());
}

/** Creates and updates flows on a server from one YAML stream. @throws as GatewayConnection */
export async function importFlows(
  { name, bytes }: FlowFile,
  options: ImportFlowsOptions,
  { client, body, withoutDeadline }: GatewayConnection,
  terminal: Terminal,
): Promise<ExitStatus> {
  const isDryRun = options['dry-run'];
  const call = client.POST('/import', {
    params: { query: isDryRun ? { dryRun: true } : {} },
    body: bytes as unknown as string, // the contract calls binary content a string
    headers: { 'content-type': 'application/x-yaml' },
    fetch: withoutDeadline,
  });
  const report = await body(call, ['flows']);
  const lines = report.flows.flatMap((flow) => importLines(name, flow));
  printResult(report, lines, options, terminal);
  const outcomes = report.flows.map(({ outcome }) => outcomeWords[outcome]);
  const counts = countsText(outcomes, Object.values(outcomeWords));
  terminal.stderr.write(`${isDryRun ? 'dry run, nothing changed: ' : ''}${counts}\n`);
  return outcomes.includes('rejected') ? 1 : 0;
}

type ImportedFlow = Schema<'ImportReport'>['flows'][number];

function importLines(
  file: string,
  { document, namespace, id, outcome, revision, reason, errors = [], warnings = [] }: ImportedFlow,
): readonly string[] {
  const flow = namespace === undefined || id === undefined ? '' : ` ${namespace}/${id}`;
  const rest = `${revision === undefined ? '' : `, revision ${revision}`}${reason === undefined ? '' : `: ${reason}`}`;
  const problems = problemLines([{ file, problems: [...errors, ...warnings] }]);
  return [`document ${document}: ${outcomeWords[outcome]}${flow}${rest}`, ...problems];
}

/** The outcomes as `flowgate apply` calls them. */
const outcomeWords = {
  created: 'created',
  updated: 'updated',
  unchanged: 'unchanged',
  refused: 'rejected',
} as const satisfies Record<ImportedFlow['outcome'], string>;
