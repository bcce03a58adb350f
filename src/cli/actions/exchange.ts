import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { ReadableStream } from 'node:stream/web';
import type { Schema } from '../../api-client/operation-types.ts';
import type { TextOrJson } from '../declaration/list-options.ts';
import type { ExitStatus } from '../exit-status.ts';
import { problemLines } from '../problems/problem-lines.ts';
import { readFlowFile } from '../flows/read-flow-file.ts';
import { reportingRejection } from '../gateway/gateway-error.ts';
import type { GatewayOptions } from '../gateway/gateway-options.ts';
import { openConnection } from '../gateway/open-connection.ts';
import { saveBody } from '../gateway/save-body.ts';
import { jsonText, withoutControls } from '../terminal-text.ts';
import type { Terminal } from '../terminal.ts';

/** Prints or saves the sources of flows as one YAML stream. */
export async function exportFlows(
  namespace: string | undefined,
  { output, ...server }: GatewayOptions & { readonly output?: string },
  terminal: Terminal,
): Promise<ExitStatus> {
  const connection = openConnection(server, terminal);
  return reportingRejection(terminal, async () => {
    const { data } = await connection.client.GET('/export', {
      params: { query: { namespace } },
      headers: { accept: 'application/x-yaml' },
      parseAs: 'stream',
      fetch: connection.withoutDeadline,
    });
    if (data === null || data === undefined) throw connection.notFlowgate();
    const body = data as ReadableStream<Uint8Array>; // the same streams, typed by Node.js
    if (output !== undefined) await saveBody(body, resolve(terminal.workingDirectory, output));
    else terminal.stdout.writeDocument((await buffer(body)).toString('utf8'));
    return 0;
  });
}

export interface ImportOptions extends GatewayOptions {
  readonly 'dry-run': boolean;
  readonly format: TextOrJson;
}

/** Creates and updates flows from a YAML stream; a rejected document does not affect the others. */
export async function importFlows(
  file: string,
  { 'dry-run': isDryRun, format, ...server }: ImportOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  const connection = openConnection(server, terminal);
  const { name, bytes } = await readFlowFile(file, terminal);
  return reportingRejection(terminal, async () => {
    const call = connection.client.POST('/import', {
      params: { query: isDryRun ? { dryRun: true } : {} },
      body: bytes as unknown as string, // the contract calls binary content a string
      headers: { 'content-type': 'application/x-yaml' },
      fetch: connection.withoutDeadline,
    });
    const report = await connection.body(call, ['flows']);
    if (format === 'json') terminal.stdout.write(jsonText(report));
    else for (const flow of report.flows) terminal.stdout.write(importText(name, flow));
    terminal.stderr.write(`${isDryRun ? 'dry run, nothing changed: ' : ''}${summary(report.flows)}\n`);
    return report.flows.some(({ outcome }) => outcome === 'refused') ? 1 : 0;
  });
}

type ImportedFlow = Schema<'ImportReport'>['flows'][number];

function importText(
  file: string,
  { document, namespace, id, outcome, revision, reason, errors = [], warnings = [] }: ImportedFlow,
): string {
  const flow = namespace === undefined || id === undefined ? '' : ` ${namespace}/${id}`;
  const rest = `${revision === undefined ? '' : `, revision ${revision}`}${reason === undefined ? '' : `: ${reason}`}`;
  const line = withoutControls(`document ${document}: ${words[outcome]}${flow}${rest}`);
  return `${line}\n${problemLines([{ file, problems: [...errors, ...warnings] }])}`;
}

/** The outcomes as `flowgate apply` calls them. */
const words: Readonly<Record<ImportedFlow['outcome'], string>> = {
  created: 'created',
  updated: 'updated',
  unchanged: 'unchanged',
  refused: 'rejected',
};

function summary(flows: readonly ImportedFlow[]): string {
  const count = (outcome: string) => flows.filter((flow) => flow.outcome === outcome).length;
  return Object.entries(words)
    .map(([outcome, word]) => `${count(outcome)} ${word}`)
    .join(', ');
}
