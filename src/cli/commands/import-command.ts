import type { Schema } from '../../api-client/operation-types.ts';
import { formatOption } from '../declaration/common-options.ts';
import { readFlowFile } from '../flows/read-flow-file.ts';
import { gatewayCommand } from '../gateway/gateway-command.ts';
import { printResult } from '../print-result.ts';
import { problemLines } from '../problems/problem-lines.ts';
import { withoutControls } from '../terminal-text.ts';

export const importCommand = gatewayCommand({
  summary: 'create and update flows from one YAML stream',
  description: `
Creates and updates flows from a YAML stream with a document per flow, as \`flowgate export\` prints it. A rejected document
does not affect the others. \`flowgate apply\` reads a file per flow instead.`,
  arguments: { FILE: { summary: 'a YAML stream, or - for standard input', completion: 'file' } },
  options: {
    'dry-run': { summary: 'print what would happen without changing anything' },
    ...formatOption,
  },
  exit: { 1: 'a document was rejected', 2: 'the file cannot be read, or the server cannot be used' },
  examples: [
    { line: 'flowgate import --dry-run flows.yaml', does: 'Show what would happen' },
    { line: 'flowgate import - --context prod < flows.yaml', does: 'Copy flows to another server' },
  ],
  run: async ({ args, options, connection }, terminal) => {
    const { name, bytes } = await readFlowFile(args.FILE, terminal);
    const isDryRun = options['dry-run'];
    const call = connection.client.POST('/import', {
      params: { query: isDryRun ? { dryRun: true } : {} },
      body: bytes as unknown as string, // the contract calls binary content a string
      headers: { 'content-type': 'application/x-yaml' },
      fetch: connection.withoutDeadline,
    });
    const report = await connection.body(call, ['flows']);
    printResult(report, report.flows.map((flow) => importText(name, flow)).join(''), options, terminal);
    terminal.stderr.write(`${isDryRun ? 'dry run, nothing changed: ' : ''}${summary(report.flows)}\n`);
    return report.flows.some(({ outcome }) => outcome === 'refused') ? 1 : 0;
  },
});

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
