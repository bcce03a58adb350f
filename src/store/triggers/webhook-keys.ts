import { createHmac, randomBytes } from 'node:crypto';
import type { FlowKey } from '../../language/flow/flow-key.ts';
import { isSameSecret, keyNotConfigured, type SecretBox } from '../secrets/secret-box.ts';
import { isSignedWith, signingSecret, type SignedDelivery } from './standard-webhook.ts';
import { triggerName, type TriggerKey } from './trigger-key.ts';

/** Who created a key, and when; the key itself was shown once. */
export interface WebhookKeyNote {
  /** ISO 8601 in UTC. */
  readonly createdAt: string;
  readonly createdBy: string;
  /** The user behind it, if that is an API token. */
  readonly creator?: string;
}

export interface SealedWebhookKey extends WebhookKeyNote {
  readonly sealed: string;
}

/**
 * Stores the sealed keys of webhooks. All methods throw AppError `store-unavailable` while the store is unreachable.
 */
export interface WebhookKeyStore {
  read(webhook: TriggerKey): Promise<SealedWebhookKey | undefined>;
  /** The keys of one flow, by trigger ID. */
  list(flow: FlowKey): Promise<ReadonlyMap<string, SealedWebhookKey>>;
  /** Replaces the previous key; removed when the flow is purged. @returns whether the flow exists */
  write(webhook: TriggerKey, key: SealedWebhookKey): Promise<boolean>;
  remove(webhook: TriggerKey): Promise<void>;
}

/** What a caller sends to prove that it has the key; if there are several proofs, all must be valid. */
export interface WebhookProof {
  /** Keys in plain text. */
  readonly keys: readonly string[];
  /** `sha256=` and the HMAC of the body in hexadecimal. */
  readonly signatures: readonly string[];
  /** Absent if the call has no signature of this kind. */
  readonly signed?: SignedDelivery;
  /** As received. */
  readonly body: Buffer;
}

/** The keys of webhooks (docs/reference/triggers.md). */
export class WebhookKeys {
  readonly #deps;
  readonly #decoy: string;

  constructor(deps: {
    /** Absent if there is no key to encrypt them with. */
    readonly box: SecretBox | undefined;
    readonly store: WebhookKeyStore;
  }) {
    this.#deps = deps;
    this.#decoy = deps.box?.seal(newKey(), purpose(nowhere)) ?? '';
  }

  /**
   * Creates a key, which replaces the previous one.
   * @returns undefined if the flow does not exist @throws {AppError} key-not-configured
   */
  async make(webhook: TriggerKey, note: WebhookKeyNote): Promise<NewWebhookKey | undefined> {
    const { box, store } = this.#deps;
    if (box === undefined) throw keyNotConfigured('the keys of webhooks');
    const key = newKey();
    const isWritten = await store.write(webhook, { ...note, sealed: box.seal(key, purpose(webhook)) });
    return isWritten ? { key, signingSecret: signingSecret(key) } : undefined;
  }

  revoke(webhook: TriggerKey): Promise<void> {
    return this.#deps.store.remove(webhook);
  }

  /** The triggers of a flow that have a key. */
  notes(flow: FlowKey): Promise<ReadonlyMap<string, WebhookKeyNote>> {
    return this.#deps.store.list(flow);
  }

  /**
   * The note of the webhook's key if the proof is valid for it. If there is no key, for whatever reason, a decoy goes
   * through the same steps, so that the response time reveals nothing.
   */
  async proven(webhook: TriggerKey, proof: WebhookProof, now: Date): Promise<WebhookKeyNote | undefined> {
    const stored = await this.#deps.store.read(webhook);
    const key = this.#deps.box?.open(stored?.sealed ?? this.#decoy, purpose(stored === undefined ? nowhere : webhook));
    const compared = key ?? spareKey;
    // Computed once, however many signatures there are: the body may be large, and anyone can call.
    const signature = proof.signatures.length === 0 ? '' : signatureOf(proof.body, compared);
    const isRight = [
      ...proof.keys.map((given) => isSameSecret(given, compared)),
      ...proof.signatures.map((given) => isSameSecret(given.toLowerCase(), signature)),
      ...(proof.signed === undefined ? [] : [isSignedWith(compared, proof.signed, proof.body, now)]),
    ];
    return key !== undefined && isRight.length > 0 && isRight.every(Boolean) ? stored : undefined;
  }
}

/** A key in the formats that senders expect; shown once. */
export interface NewWebhookKey {
  readonly key: string;
  /** For senders of Standard Webhooks. */
  readonly signingSecret: string;
}

/** The webhook of the decoy: a real id is never empty. */
const nowhere: TriggerKey = { flow: { namespace: '', id: '' }, triggerId: '' };
// What a proof is compared with if no key can be opened.
const spareKey = newKey();

function newKey(): string {
  return randomBytes(32).toString('base64url');
}

function purpose(webhook: TriggerKey): string {
  return `webhook ${triggerName(webhook)}`;
}

function signatureOf(body: Buffer, key: string): string {
  return `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;
}
