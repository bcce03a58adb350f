import type { ExitStatus } from '../exit-status.ts';
import { resolve } from 'node:path';
import type { FlowKey } from '../../language/flow/flow-key.ts';
import type { Terminal } from '../terminal.ts';
import { readNamespaceOrFlow, type NamespaceOrFlow } from '../flows/flow-name.ts';
import { pullFlow, type Pulled } from '../flows/pull-flow.ts';
import { SeenRevisions } from '../flows/seen-revisions.ts';
import type { FlowClient } from '../gateway/flow-client.ts';
import type { GatewayOptions } from '../gateway/gateway-options.ts';
import { openFlowClient } from '../gateway/open-connection.ts';
import { reportRejection } from '../gateway/gateway-error.ts';

export interface PullOptions extends GatewayOptions {
  readonly output: string;
  readonly force: boolean;
}

export async function pullFlows(
  flows: readonly string[],
  options: PullOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  const gateway = openFlowClient(options, terminal);
  const selected = flows.map(readNamespaceOrFlow);
  const shownFolder = options.output;
  const folder = resolve(terminal.workingDirectory, shownFolder);
  const seen = await SeenRevisions.in(folder);
  const outcomes: Pulled['outcome'][] = [];
  try {
    for await (const names of batches(flowsOf(selected, gateway))) {
      const pulled = await Promise.all(
        names.map((name) => pullFlow(name, { gateway, folder, seen, isForced: options.force })),
      );
      for (const each of pulled) terminal.stdout.write(`${lineOf(shownFolder, each)}\n`);
      outcomes.push(...pulled.map(({ outcome }) => outcome));
    }
  } catch (error) {
    return reportRejection(error, terminal);
  } finally {
    await seen.save();
  }
  finish(outcomes, terminal);
  return outcomes.includes('kept') ? 1 : 0;
}

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

function finish(outcomes: readonly Pulled['outcome'][], { stderr }: Terminal): void {
  const counts = (['written', 'unchanged', 'kept'] as const).map(
    (outcome) => `${outcomes.filter((each) => each === outcome).length} ${outcome}`,
  );
  stderr.write(`${counts.join(', ')}\n`);
}
