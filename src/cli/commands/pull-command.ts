import { resolve } from 'node:path';
import type { FlowKey } from '../../language/flow/flow-key.ts';
import { readNamespaceOrFlow, type NamespaceOrFlow } from '../flows/flow-name.ts';
import { pullFlow, type Pulled } from '../flows/pull-flow.ts';
import { SeenRevisions } from '../flows/seen-revisions.ts';
import { FlowClient } from '../gateway/flow-client.ts';
import { gatewayCommand } from '../gateway/gateway-command.ts';

export const pullCommand = gatewayCommand({
  summary: 'download flows from a server to files',
  description: `
Writes each flow to the file NAMESPACE/ID.yaml (.json for JSON) in a folder, byte for byte as it was sent. Without
arguments, pulls every flow that you may read.

A file .flowgate-seen.json in the folder notes the revision of each flow. Files with changes that you have not applied are
kept.`,
  arguments: {
    FLOW: {
      summary: 'a flow, as NAMESPACE/ID, or a namespace',
      optional: true,
      repeated: true,
      completion: 'flow',
      read: readNamespaceOrFlow,
    },
  },
  options: {
    output: { value: 'FOLDER', short: 'o', summary: 'the folder to write to', default: 'flows', completion: 'folder' },
    force: { summary: 'overwrite changed files' },
  },
  exit: {
    1: 'a changed file was kept, or a flow was not found',
    2: 'the server cannot be used, or a file cannot be written',
  },
  examples: [
    { line: 'flowgate pull', does: 'Download every flow to the folder flows' },
    {
      line: 'flowgate pull -o stored robotics examples/hello',
      does: 'Download a namespace and a flow to another folder',
    },
  ],
  run: async ({ args, options: { output, force }, connection }, { workingDirectory, stdout, stderr }) => {
    const gateway = new FlowClient(connection);
    const folder = resolve(workingDirectory, output);
    const seen = await SeenRevisions.in(folder);
    const outcomes: Pulled['outcome'][] = [];
    try {
      for await (const names of batches(flowsOf(args.FLOW, gateway))) {
        const pulled = await Promise.all(
          names.map((name) => pullFlow(name, { gateway, folder, seen, isForced: force })),
        );
        for (const each of pulled) stdout.write(`${lineOf(output, each)}\n`);
        outcomes.push(...pulled.map(({ outcome }) => outcome));
      }
    } finally {
      await seen.save();
    }
    const counts = (['written', 'unchanged', 'kept'] as const).map(
      (outcome) => `${outcomes.filter((each) => each === outcome).length} ${outcome}`,
    );
    stderr.write(`${counts.join(', ')}\n`);
    return outcomes.includes('kept') ? 1 : 0;
  },
});

async function* flowsOf(selected: readonly NamespaceOrFlow[], gateway: FlowClient): AsyncGenerator<FlowKey> {
  if (selected.length === 0) yield* gateway.list();
  for (const { namespace, id } of selected) {
    if (id === undefined) yield* gateway.list(namespace);
    else yield { namespace, id };
  }
}

/** Groups items in batches, so that several flows are fetched from a distant server at once. */
async function* batches<Item>(items: AsyncIterable<Item>): AsyncGenerator<readonly Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < 8) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function lineOf(folder: string, { file, outcome, name, revision }: Pulled): string {
  const reason = outcome === 'kept' ? ': the file has changes that were not pushed; use --force to overwrite them' : '';
  return `${folder}/${file}: ${outcome} ${name.namespace}/${name.id}, revision ${revision}${reason}`;
}
