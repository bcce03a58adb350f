import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { flowName, type FlowKey } from '../../../language/flow/flow-key.ts';
import type { ExitStatus } from '../exit-status.ts';
import { writeWhole } from '../files/write-whole.ts';
import { FlowClient } from '../gateway/flow-client.ts';
import type { GatewayConnection } from '../gateway/gateway-connection.ts';
import { countsText } from '../print-result.ts';
import { UsageError, type Terminal } from '../terminal.ts';
import { isFlowKey, type NamespaceOrFlow } from './flow-name.ts';
import { digest, SeenRevisions } from './seen-revisions.ts';

export interface PullInput {
  readonly args: { readonly FLOW: readonly NamespaceOrFlow[] };
  readonly options: { readonly output: string; readonly force: boolean };
  readonly connection: GatewayConnection;
}

/** Writes flows to files, and prints each. @throws {UsageError} when a file cannot be written */
export async function pullFlows(
  { args, options: { output, force }, connection }: PullInput,
  { workingDirectory, stdout, stderr }: Terminal,
): Promise<ExitStatus> {
  const gateway = new FlowClient(connection);
  const folder = resolve(workingDirectory, output);
  const seen = await SeenRevisions.in(folder);
  const outcomes: Pulled['outcome'][] = [];
  try {
    for await (const names of batches(flowsOf(args.FLOW, gateway))) {
      const pulled = await Promise.all(names.map((name) => pullFlow(name, { gateway, folder, seen, isForced: force })));
      for (const each of pulled) stdout.write(`${lineOf(output, each)}\n`);
      outcomes.push(...pulled.map(({ outcome }) => outcome));
    }
  } finally {
    await seen.save();
  }
  stderr.write(`${countsText(outcomes, ['written', 'unchanged', 'kept'])}\n`);
  return outcomes.includes('kept') ? 1 : 0;
}

async function* flowsOf(selected: readonly NamespaceOrFlow[], gateway: FlowClient): AsyncGenerator<FlowKey> {
  if (selected.length === 0) yield* gateway.list();
  for (const { namespace, id } of selected) {
    if (id === undefined) yield* gateway.list(namespace);
    else yield { namespace, id };
  }
}

/** Groups items in batches, to fetch several flows from a distant server at once. */
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

interface Pulled {
  readonly name: FlowKey;
  /** Relative to the folder. */
  readonly file: string;
  readonly revision: number;
  readonly outcome: 'written' | 'unchanged' | 'kept';
}

interface PullOptions {
  readonly gateway: FlowClient;
  /** Absolute path of the folder to write to. */
  readonly folder: string;
  readonly seen: SeenRevisions;
  /** Whether files with local changes are overwritten. */
  readonly isForced: boolean;
}

/** Writes the latest revision of a flow to its file. */
async function pullFlow(name: FlowKey, { gateway, folder, seen, isForced }: PullOptions): Promise<Pulled> {
  // The names come from the server and become part of a path.
  if (!isFlowKey(name))
    throw new UsageError(
      `the server lists ${JSON.stringify(name.namespace)}/${JSON.stringify(name.id)}, which is not a valid flow name.`,
    );
  const { bytes, revision } = await gateway.read(name);
  const file = `${flowName(name)}.${isJson(bytes) ? 'json' : 'yaml'}`;
  const path = join(folder, file);
  const existing = await readFile(path).catch(() => undefined);
  const isUnchanged = existing?.equals(bytes) === true;
  const hasLocalChanges = existing !== undefined && digest(existing) !== seen.get(gateway.url, name)?.sha256;
  if (!isUnchanged && hasLocalChanges && !isForced) return { name, file, revision, outcome: 'kept' };
  if (!isUnchanged) await writeWhole(path, bytes, folder, { makesFolder: true });
  seen.set(gateway.url, name, revision, bytes);
  return { name, file, revision, outcome: isUnchanged ? 'unchanged' : 'written' };
}

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString('utf8'));
    return true;
  } catch {
    return false;
  }
}

function lineOf(folder: string, { file, outcome, name, revision }: Pulled): string {
  const reason =
    outcome === 'kept' ? ': the file has changes that were not applied; use --force to overwrite them' : '';
  return `${folder}/${file}: ${outcome} ${flowName(name)}, revision ${revision}${reason}`;
}
