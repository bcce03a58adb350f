import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { QueryParameters, Schema } from '../../api-client/operation-types.ts';
import type { FlowKey } from '../../language/flow/flow-key.ts';
import { messageOf } from '../../problem/message-of.ts';
import { confirm } from '../ask.ts';
import type { TextOrJson } from '../declaration/list-options.ts';
import type { ExitStatus } from '../exit-status.ts';
import { flowOf } from '../flows/flow-name.ts';
import { firstOf } from '../gateway/first-of.ts';
import { FlowClient, flowPath } from '../gateway/flow-client.ts';
import type { GatewayConnection } from '../gateway/gateway-connection.ts';
import { GatewayError, reportingRejection } from '../gateway/gateway-error.ts';
import type { GatewayOptions } from '../gateway/gateway-options.ts';
import { openConnection } from '../gateway/open-connection.ts';
import { jsonText, localTime, textTable } from '../terminal-text.ts';
import { UsageError, type Terminal } from '../terminal.ts';

export interface FlowListOptions extends GatewayOptions {
  readonly prefix?: string;
  readonly label: readonly string[];
  readonly sort: NonNullable<QueryParameters<'listFlows'>['sort']>;
  readonly deleted: boolean;
  readonly limit: number;
  readonly format: TextOrJson;
}

export async function listFlows(
  namespace: string | undefined,
  { prefix, label, sort, deleted, limit, format, ...server }: FlowListOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  const connection = openConnection(server, terminal);
  const query = {
    q: prefix,
    label: label.length === 0 ? undefined : label.map((pair) => pair.replace('=', ':')),
    sort,
    ...(deleted && { deleted }),
  };
  return reportingRejection(terminal, async () => {
    const read = (max: number) =>
      connection.pages(
        (page) =>
          connection.body(connection.client.GET('/flows', { params: { query: { ...query, namespace, ...page } } }), [
            'flows',
          ]),
        (page) => page.flows,
        max,
      );
    const flows = await firstOf(read, limit, terminal);
    terminal.stdout.write(
      format === 'json'
        ? jsonText(flows)
        : textTable(['FLOW', 'REVISION', 'UPDATED', 'BY', 'DESCRIPTION'], flows.map(flowRow)),
    );
    return 0;
  });
}

function flowRow({ namespace, id, revision, updatedAt, updatedBy, description = '' }: Schema<'FlowSummary'>): string[] {
  const [line = ''] = description.split('\n');
  return [`${namespace}/${id}`, String(revision), localTime(updatedAt), updatedBy, line.slice(0, maxDescription)];
}

// Longer lines would wrap on most terminals.
const maxDescription = 60;

export interface FlowGetOptions extends GatewayOptions {
  readonly revision?: number;
  readonly output?: string;
  readonly format: 'source' | 'json' | 'jenkinsfile';
}

/** Prints the source of a flow byte for byte, all that the server knows of it, or its Jenkinsfile. */
export async function getFlow(
  flow: string,
  { revision, output, format, ...server }: FlowGetOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  const key = flowOf(flow);
  const connection = openConnection(server, terminal);
  return reportingRejection(terminal, async () => {
    const flows = new FlowClient(connection);
    const forms = {
      source: async () => (await flows.read(key, revision)).bytes,
      json: async () => Buffer.from(jsonText(await readRecord(key, revision, connection))),
      jenkinsfile: async () => Buffer.from(await flows.jenkinsfile(key, revision)),
    };
    const bytes = await forms[format]();
    if (output === undefined) terminal.stdout.writeDocument(bytes.toString('utf8'));
    else await write(resolve(terminal.workingDirectory, output), bytes);
    return 0;
  });
}

function readRecord(
  key: FlowKey,
  revision: number | undefined,
  connection: GatewayConnection,
): Promise<Schema<'Flow'>> {
  const params = { path: flowPath(key), query: { revision } };
  const call = connection.client.GET('/flows/{namespace}/{flow_id}', { params });
  return connection.body(call as Promise<{ data?: Schema<'Flow'> }>, ['revision', 'source']); // JSON is the default
}

async function write(path: string, text: Uint8Array): Promise<void> {
  try {
    await writeFile(path, text);
  } catch (error) {
    throw new UsageError(`cannot write ${path}: ${messageOf(error)}.`, { cause: error });
  }
}

export interface FlowDeleteOptions extends GatewayOptions {
  readonly purge: boolean;
  readonly yes: boolean;
}

/** Deletes flows, each on its own; asks before a purge, which cannot be undone. */
export async function deleteFlows(
  flows: readonly string[],
  { purge, yes, ...server }: FlowDeleteOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  const keys = flows.map(flowOf);
  const connection = openConnection(server, terminal);
  const what = flows.join(', ');
  if (purge && !(await confirm(`Remove ${what} and all revisions for good?`, { yes }, terminal))) return 1;
  let status: ExitStatus = 0;
  for (const key of keys) {
    const outcome = await reportingRejection(terminal, async () => {
      await connection.client.DELETE('/flows/{namespace}/{flow_id}', {
        params: { path: flowPath(key), query: purge ? { purge } : {} },
      });
      terminal.stdout.write(`${purge ? 'purged' : 'deleted'} ${key.namespace}/${key.id}\n`);
      return 0;
    });
    if (outcome !== 0) status = outcome;
  }
  return status;
}

/**
 * Makes an earlier revision the latest one. Without a revision, undoes the last step: the deletion of the flow, or its
 * latest revision.
 */
export async function restoreFlow(
  flow: string,
  { revision: chosen, ...server }: GatewayOptions & { readonly revision?: number },
  terminal: Terminal,
): Promise<ExitStatus> {
  const key = flowOf(flow);
  const path = flowPath(key);
  const connection = openConnection(server, terminal);
  return reportingRejection(terminal, async () => {
    const revision = chosen ?? (await revisionToRestore(key, connection));
    const call = connection.client.POST('/flows/{namespace}/{flow_id}/revisions/{revision}/restore', {
      params: { path: { ...path, revision } },
    });
    const { revision: latest } = await connection.body(call, ['revision']);
    terminal.stdout.write(`restored ${flow}: revision ${latest} has the source of revision ${revision}\n`);
    return 0;
  });
}

/** @throws {UsageError} if the flow has one revision and is not deleted */
async function revisionToRestore(key: FlowKey, connection: GatewayConnection): Promise<number> {
  const isDeleted = await new FlowClient(connection)
    .read(key)
    .then(() => false)
    .catch((error: unknown) => {
      if (error instanceof GatewayError && error.currentRevision !== undefined) return true;
      throw error;
    });
  const call = connection.client.GET('/flows/{namespace}/{flow_id}/revisions', {
    params: { path: flowPath(key), query: { limit: 2 } },
  });
  const [latest, previous] = (await connection.body(call, ['revisions'])).revisions;
  const entry = isDeleted ? latest : previous;
  if (entry === undefined) throw new UsageError('the flow has no earlier revision to restore.');
  return entry.revision;
}

export interface RevisionOptions extends GatewayOptions {
  readonly limit: number;
  readonly before?: number;
  readonly format: TextOrJson;
}

export async function listRevisions(
  flow: string,
  { limit, before: first, format, ...server }: RevisionOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  const path = flowPath(flowOf(flow));
  const connection = openConnection(server, terminal);
  return reportingRejection(terminal, async () => {
    // These pages have no cursor: the next one starts before the last revision.
    async function* read(max: number): AsyncGenerator<Schema<'RevisionEntry'>> {
      let before = first;
      for (let left = max; left > 0;) {
        const size = Math.min(left, maxPage);
        const call = connection.client.GET('/flows/{namespace}/{flow_id}/revisions', {
          params: { path, query: { limit: size, before } },
        });
        const page = await connection.body(call, ['revisions']);
        yield* page.revisions;
        if (page.revisions.length < size) return;
        left -= size;
        before = page.revisions.at(-1)?.revision;
      }
    }
    const revisions = await firstOf(read, limit, terminal);
    const row = ({ revision, createdAt, createdBy, size, restoredFrom }: Schema<'RevisionEntry'>) => [
      String(revision),
      localTime(createdAt),
      createdBy,
      `${size} bytes`,
      restoredFrom === undefined ? '' : `restored from ${restoredFrom}`,
    ];
    terminal.stdout.write(
      format === 'json'
        ? jsonText(revisions)
        : textTable(['REVISION', 'CREATED', 'BY', 'SIZE', 'NOTE'], revisions.map(row)),
    );
    return 0;
  });
}

const maxPage = 500;
