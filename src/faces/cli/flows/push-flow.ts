import type { FlowKey } from '../../../language/flow/flow-key.ts';
import type { Schema } from '../../api-client/operation-types.ts';
import type { FlowClient, FlowSourceAnswer } from '../gateway/flow-client.ts';
import { GatewayError } from '../gateway/gateway-error.ts';
import { flowKeyOf } from './flow-key-of.ts';
import type { FlowFile } from './read-flow-file.ts';
import type { SeenRevisions } from './seen-revisions.ts';

export interface PushOptions {
  readonly gateway: FlowClient;
  readonly isDryRun: boolean;
  /** Whether the latest revision is replaced even if it was never seen here. */
  readonly isForced: boolean;
  /** Whether a repository applies its flows: then one that was deleted is stored again. */
  readonly isOwner: boolean;
  /** Remembers the stored revisions. */
  readonly seen?: SeenRevisions;
}

/** The outcome for a file; in a dry run, the expected outcome. */
export interface Pushed {
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'rejected';
  /** Absent if the document has no readable namespace and id. */
  readonly name?: FlowKey;
  readonly revision?: number;
  /** Why the flow was rejected. */
  readonly reason?: string;
  readonly problems: readonly Schema<'Problem'>[];
}

/**
 * Creates or updates the flow of a file.
 * @throws {GatewayError | UnusableGateway} for errors that would affect every file
 */
export async function pushFlow(file: FlowFile, options: PushOptions): Promise<Pushed> {
  const name = flowKeyOf(file.text);
  try {
    if (name === undefined) return rejectedFor(await options.gateway.validate(file.bytes));
    const pushed = await pushNamed(name, file, options);
    return { ...pushed, name };
  } catch (error) {
    if (!(error instanceof GatewayError) || !error.concernsRequest) throw error;
    if (error.problems.length > 0) return { ...rejectedFor(error.problems), ...(name && { name }) };
    return { outcome: 'rejected', reason: error.message, problems: [], ...(name && { name }) };
  }
}

async function pushNamed(
  name: FlowKey,
  { bytes }: FlowFile,
  { gateway, isDryRun, isForced, isOwner, seen }: PushOptions,
): Promise<Omit<Pushed, 'name'>> {
  const latest = await readLatest(name, gateway, isOwner);
  if (latest?.bytes?.equals(bytes)) {
    if (!isDryRun) seen?.set(gateway.url, name, latest.revision, bytes);
    return { outcome: 'unchanged', revision: latest.revision, problems: [] };
  }
  const lastSeen = isForced ? undefined : seen?.get(gateway.url, name)?.revision;
  if (isDryRun) return predictOutcome(name, bytes, { latest, lastSeen, gateway });
  const { revision, warnings } =
    latest === undefined ? await gateway.create(bytes) : await gateway.update(name, bytes, lastSeen ?? latest.revision);
  seen?.set(gateway.url, name, revision, bytes);
  return { outcome: latest === undefined ? 'created' : 'updated', revision, problems: warnings };
}

/** The latest revision, without its source if the flow was deleted and may be stored again. */
type Latest = Pick<FlowSourceAnswer, 'revision'> & Partial<FlowSourceAnswer>;

/** The latest revision; undefined if the flow has never existed. */
async function readLatest(name: FlowKey, gateway: FlowClient, isOwner: boolean): Promise<Latest | undefined> {
  try {
    return await gateway.read(name);
  } catch (error) {
    if (!(error instanceof GatewayError) || error.code !== 'flow-not-found') throw error;
    const { currentRevision: revision } = error;
    if (revision === undefined) return undefined;
    if (isOwner) return { revision };
    throw error;
  }
}

interface KnownRevisions {
  readonly latest?: Latest;
  readonly lastSeen?: number;
  readonly gateway: FlowClient;
}

async function predictOutcome(
  { namespace, id }: FlowKey,
  bytes: Uint8Array,
  { latest, lastSeen, gateway }: KnownRevisions,
): Promise<Omit<Pushed, 'name'>> {
  const problems = await gateway.validate(bytes);
  if (problems.some(({ severity }) => severity === 'error')) return rejectedFor(problems);
  if (latest === undefined) return { outcome: 'created', revision: 1, problems };
  if (lastSeen === undefined || lastSeen === latest.revision)
    return { outcome: 'updated', revision: latest.revision + 1, problems };
  return {
    outcome: 'rejected',
    reason: `${namespace}/${id} is at revision ${latest.revision}, but you last saw revision ${lastSeen}.`,
    problems,
  };
}

function rejectedFor(problems: readonly Schema<'Problem'>[]): Omit<Pushed, 'name'> {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  return {
    outcome: 'rejected',
    reason:
      errors === 0 ? 'it has no readable id and namespace' : `it has ${errors === 1 ? 'an error' : `${errors} errors`}`,
    problems,
  };
}
