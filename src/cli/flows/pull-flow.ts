import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FlowKey } from '../../language/flow/flow-key.ts';
import { writeWhole } from '../files/write-whole.ts';
import type { FlowClient } from '../gateway/flow-client.ts';
import { UsageError } from '../terminal.ts';
import { isFlowKey } from './flow-name.ts';
import { digest, type SeenRevisions } from './seen-revisions.ts';

export interface PullOptions {
  readonly gateway: FlowClient;
  /** Absolute path of the folder to write to. */
  readonly folder: string;
  readonly seen: SeenRevisions;
  /** Whether files with local changes are overwritten. */
  readonly isForced: boolean;
}

export interface Pulled {
  readonly name: FlowKey;
  /** Relative to the folder. */
  readonly file: string;
  readonly revision: number;
  readonly outcome: 'written' | 'unchanged' | 'kept';
}

/**
 * Writes the latest revision of a flow to its file.
 * @throws {GatewayError | UnusableGateway | UsageError} the last when the file cannot be written
 */
export async function pullFlow(name: FlowKey, { gateway, folder, seen, isForced }: PullOptions): Promise<Pulled> {
  // The names come from the server and become part of a path.
  if (!isFlowKey(name))
    throw new UsageError(
      `the server lists ${JSON.stringify(name.namespace)}/${JSON.stringify(name.id)}, which is not a valid flow name.`,
    );
  const { bytes, revision } = await gateway.read(name);
  const file = `${name.namespace}/${name.id}.${isJson(bytes) ? 'json' : 'yaml'}`;
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
