import { flowName, type FlowKey } from '../../language/flow/flow-key.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../problem/json-value.ts';
import type { FileDescription } from '../../store/files/file-description.ts';
import type { RunRequest } from './run-request.ts';
import type { ExecutionStore, IdempotencyClaim, KnownExecution } from '../../execution/record/execution-store.ts';
import type { SecretVault } from '../../execution/record/secret-vault.ts';
import { keyNotConfigured } from '../../store/secrets/secret-box.ts';

/** What a client says to stand for one request, however often it arrives. */
export interface IdempotencyKey {
  /** The `sub` of the user; different users may use the same key. */
  readonly actor: string;
  readonly key: string;
  /** What the key was used for. */
  readonly content: string;
}

const lifetimeSeconds = 24 * 60 * 60;

export interface IdempotencyDeps {
  readonly store: Pick<ExecutionStore, 'claim'>;
  /** Absent without a key. */
  readonly vault?: Pick<SecretVault, 'digest'>;
}

/** Makes one execution of requests that mean the same one, for a day (docs/reference/executions.md). */
export class Idempotency {
  readonly #deps: IdempotencyDeps;

  constructor(deps: IdempotencyDeps) {
    this.#deps = deps;
  }

  /**
   * Digests alone: neither the key nor a value of the request can be read from the store, or found out by trying.
   * @throws {AppError} key-not-configured
   */
  claim({ actor, key, content }: IdempotencyKey): IdempotencyClaim {
    const { vault } = this.#deps;
    if (vault === undefined) throw keyNotConfigured('the digests of requests with an Idempotency-Key');
    return {
      key: vault.digest(JSON.stringify([actor, key])),
      digest: vault.digest(content),
      lifetimeSeconds,
    };
  }

  /** What became of an earlier request under the same key; undefined when there was none. @throws {AppError} store-unavailable */
  async earlier(claim: IdempotencyClaim): Promise<KnownExecution | undefined> {
    const known = await this.#deps.store.claim(claim.key);
    return known && { outcome: known.digest === claim.digest ? 'repeated' : 'conflict', id: known.id };
  }
}

/** A text that is the same for the same request alone, whatever the order of its keys. */
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
