import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/text/json-value.ts';
import { flowName, type FlowKey } from '../../../language/flow/flow-key.ts';
import type { FileDescription } from '../../../language/inputs/file-description.ts';
import type { IdempotencyDigests } from '../../../store/executions/record/execution-store.ts';
import type { SecretVault } from '../../../store/executions/secret-vault.ts';
import { keyNotConfigured } from '../../../store/secrets/secret-box.ts';
import type { RunRequest } from './run-request.ts';

/** What identifies a request, however often the client sends it. */
export interface IdempotencyKey {
  /** The `sub` of the user; different users may use the same key. */
  readonly actor: string;
  readonly key: string;
  /** What the key was used for. */
  readonly content: string;
}

const lifetimeSeconds = 24 * 60 * 60;

/**
 * Requests with the same key create one execution, for a day (docs/reference/executions.md). Only digests
 * are kept: neither the key nor a value of the request can be read from the store or guessed.
 * @param vault undefined without a key
 * @throws {AppError} key-not-configured
 */
export function idempotencyDigests(
  { actor, key, content }: IdempotencyKey,
  vault: Pick<SecretVault, 'digest'> | undefined,
): IdempotencyDigests {
  if (vault === undefined) throw keyNotConfigured('the digests of requests with an Idempotency-Key');
  return { key: vault.digest(JSON.stringify([actor, key])), digest: vault.digest(content), lifetimeSeconds };
}

/** A string that is equal only for equal requests, whatever the order of their keys. */
export function requestText(flow: FlowKey, request: Partial<RunRequest>, replayOf: string): string {
  const { inputs = {}, revision = null, labels = {}, texts, files } = request;
  return canonicalText({
    flow: flowName(flow),
    replayOf,
    inputs,
    revision,
    labels,
    ...(texts !== undefined && { texts: Object.fromEntries(texts) }),
    ...(files !== undefined && { files: contentsOf(files) }),
  });
}

function contentsOf(files: ReadonlyMap<string, FileDescription>): JsonObject {
  return Object.fromEntries([...files].map(([inputId, { filename, sha256 }]) => [inputId, { filename, sha256 }]));
}

function canonicalText(value: JsonValue): string {
  return JSON.stringify(value, (_key, item: JsonValue) =>
    isJsonObject(item)
      ? Object.fromEntries(Object.entries(item).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : item,
  );
}
