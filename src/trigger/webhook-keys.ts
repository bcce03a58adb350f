import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError } from '../problem/app-error.ts';
import type { FlowKey } from '../revision/flow-revision.ts';
import type { SecretBox } from '../secret/secret-box.ts';

/** Which trigger of which flow; for a call from outside as it was named, whether there is one or not. */
export interface WebhookAddress {
  readonly flow: FlowKey;
  readonly triggerId: string;
}

/** Who made a key, and when; the key itself was shown once. */
export interface WebhookKeyNote {
  /** ISO 8601 in UTC. */
  readonly createdAt: string;
  readonly createdBy: string;
}

export interface SealedWebhookKey extends WebhookKeyNote {
  readonly sealed: string;
}

/** Keeps the sealed keys of webhooks. All methods throw AppError `store-unavailable` while the store cannot be reached. */
export interface WebhookKeyStore {
  read(address: WebhookAddress): Promise<SealedWebhookKey | undefined>;
  /** Those of one flow, by trigger id. */
  list(flow: FlowKey): Promise<ReadonlyMap<string, SealedWebhookKey>>;
  /** In place of the one before; goes with the flow when it is purged. @returns whether there is such a flow */
  write(address: WebhookAddress, key: SealedWebhookKey): Promise<boolean>;
  remove(address: WebhookAddress): Promise<void>;
}

/** What a caller shows to prove that it has the key; each must be right where there are several. */
export interface WebhookProof {
  /** Keys as they are. */
  readonly keys: readonly string[];
  /** `sha256=` and the HMAC of the body in hexadecimal. */
  readonly signatures: readonly string[];
  /** As they came. */
  readonly body: Buffer;
}

/** The keys of webhooks (DESIGN 2, 7). */
export class WebhookKeys {
  readonly #box: SecretBox | undefined;
  readonly #store: WebhookKeyStore;

  /** @param box absent where there is no key that would keep them from who can read the store */
  constructor(box: SecretBox | undefined, store: WebhookKeyStore) {
    this.#box = box;
    this.#store = store;
  }

  /**
   * Makes a key, which replaces the one before.
   * @returns undefined when there is no such flow @throws {AppError} key-not-configured
   */
  async make(address: WebhookAddress, note: WebhookKeyNote): Promise<string | undefined> {
    if (this.#box === undefined) throw new AppError('key-not-configured', 'FLOWGATE_KEY is missing; with REDIS_URL it seals the keys of webhooks there.');
    const key = randomBytes(32).toString('base64url');
    const isWritten = await this.#store.write(address, { ...note, sealed: this.#box.seal(key, purpose(address)) });
    return isWritten ? key : undefined;
  }

  revoke(address: WebhookAddress): Promise<void> {
    return this.#store.remove(address);
  }

  /** Which triggers of a flow have a key. */
  notes(flow: FlowKey): Promise<ReadonlyMap<string, WebhookKeyNote>> {
    return this.#store.list(flow);
  }

  /** Whether the proof is that of the webhook's key; a webhook without a key takes as long as one with another key. */
  async proves(address: WebhookAddress, proof: WebhookProof): Promise<boolean> {
    const key = this.#open(address, (await this.#store.read(address))?.sealed);
    const compared = key ?? nobodysKey;
    const isRight = [
      ...proof.keys.map((given) => isSame(given, compared)),
      ...proof.signatures.map((given) => isSame(given.toLowerCase(), signatureOf(proof.body, compared))),
    ];
    return key !== undefined && isRight.length > 0 && isRight.every(Boolean);
  }

  #open(address: WebhookAddress, sealed: string | undefined): string | undefined {
    return sealed === undefined ? undefined : this.#box?.open(sealed, purpose(address));
  }
}

// What is compared with where there is no key.
const nobodysKey = randomBytes(32).toString('base64url');

function purpose({ flow, triggerId }: WebhookAddress): string {
  return `webhook ${flow.namespace}/${flow.id}/${triggerId}`;
}

function signatureOf(body: Buffer, key: string): string {
  return `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;
}

/** Takes the same time wherever the two differ, and however long they are. */
function isSame(given: string, right: string): boolean {
  return timingSafeEqual(createHash('sha256').update(given).digest(), createHash('sha256').update(right).digest());
}
