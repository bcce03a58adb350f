import type { Schema } from '../../api-client/operation-types.ts';
import type { ExitStatus } from '../exit-status.ts';
import type { GatewayConnection } from '../gateway/gateway-connection.ts';
import { countsText, printResult, type ResultFormat } from '../print-result.ts';
import { problemLines } from '../problems/file-report.ts';
import type { Terminal } from '../terminal.ts';
import { readFlowFile } from './read-flow-file.ts';

export interface ImportInput {
  readonly args: { readonly FILE: string };
  readonly options: ResultFormat & { readonly 'dry-run': boolean };
  readonly connection: GatewayConnection;
}

/** Creates and updates flows from one YAML stream. */
export async function importStream(
  { args, options, connection }: ImportInput,
  terminal: Terminal,
): Promise<ExitStatus> {
  const { name, bytes } = await readFlowFile(args.FILE, terminal);
  const isDryRun = options['dry-run'];
  const call = connection.client.POST('/import', {
    params: { query: isDryRun ? { dryRun: true } : {} },
    body: bytes as unknown as string, // the contract calls binary content a string
    headers: { 'content-type': 'application/x-yaml' },
    fetch: connection.withoutDeadline,
  });
  const report = await connection.body(call, ['flows']);
  const lines = report.flows.flatMap((flow) => importLines(name, flow));
  printResult(report, lines, options, terminal);
  const outcomes = report.flows.map(({ outcome }) => words[outcome]);
  terminal.stderr.write(
    `${isDryRun ? 'dry run, nothing changed: ' : ''}${countsText(outcomes, Object.values(words))}\n`,
  );
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
  return [`document ${document}: ${words[outcome]}${flow}${rest}`, ...problems];
}

/** The outcomes as `flowgate apply` calls them. */
const words = {
  created: 'created',
  updated: 'updated',
  unchanged: 'unchanged',
  refused: 'rejected',
} as const satisfies Record<ImportedFlow['outcome'], string>;
