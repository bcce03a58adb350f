import { createHmac, randomBytes } from 'node:crypto';
import type { FlowKey } from '../../language/flow/flow-key.ts';
import { isSameSecret, type SecretBox, keyNotConfigured } from '../secrets/secret-box.ts';
import { isSignedWith, signingSecret, type SignedDelivery } from './standard-webhook.ts';
import { triggerName, type TriggerKey } from './trigger-key.ts';

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
  read(webhook: TriggerKey): Promise<SealedWebhookKey | undefined>;
  /** Those of one flow, by trigger id. */
  list(flow: FlowKey): Promise<ReadonlyMap<string, SealedWebhookKey>>;
  /** In place of the one before; goes with the flow when it is purged. @returns whether there is such a flow */
  write(webhook: TriggerKey, key: SealedWebhookKey): Promise<boolean>;
  remove(webhook: TriggerKey): Promise<void>;
}

/** What a caller shows to prove that it has the key; each must be right where there are several. */
export interface WebhookProof {
  /** Keys as they are. */
  readonly keys: readonly string[];
  /** `sha256=` and the HMAC of the body in hexadecimal. */
  readonly signatures: readonly string[];
  /** Absent where the call has no signature of this kind. */
  readonly signed?: SignedDelivery;
  /** As they came. */
  readonly body: Buffer;
}

export interface WebhookKeysDeps {
  /** Absent where no key would hide them from those who can read the store. */
  readonly box: SecretBox | undefined;
  readonly store: WebhookKeyStore;
}

/** The keys of webhooks (docs/reference/triggers.md). */
export class WebhookKeys {
  readonly #deps: WebhookKeysDeps;
  readonly #decoy: string;

  constructor(deps: WebhookKeysDeps) {
    this.#deps = deps;
    this.#decoy = deps.box?.seal(newKey(), purpose(nowhere)) ?? '';
  }

  /**
   * Makes a key, which replaces the one before.
   * @returns undefined when there is no such flow @throws {AppError} key-not-configured
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

  /** Which triggers of a flow have a key. */
  notes(flow: FlowKey): Promise<ReadonlyMap<string, WebhookKeyNote>> {
    return this.#deps.store.list(flow);
  }

  /**
   * Whether the proof is that of the webhook's key. Where there is no key, and whatever the reason, a decoy goes the same
   * way through all steps, so that the time of the answer tells nothing.
   */
  async proves(webhook: TriggerKey, proof: WebhookProof, now: Date): Promise<boolean> {
    const stored = await this.#deps.store.read(webhook);
    const key = this.#deps.box?.open(stored?.sealed ?? this.#decoy, purpose(stored === undefined ? nowhere : webhook));
    const compared = key ?? spareKey;
    // Once, however many signatures there are: the body may be large, and anybody can call.
    const signature = proof.signatures.length === 0 ? '' : signatureOf(proof.body, compared);
    const isRight = [
      ...proof.keys.map((given) => isSameSecret(given, compared)),
      ...proof.signatures.map((given) => isSameSecret(given.toLowerCase(), signature)),
      ...(proof.signed === undefined ? [] : [isSignedWith(compared, proof.signed, proof.body, now)]),
    ];
    return stored !== undefined && key !== undefined && isRight.length > 0 && isRight.every(Boolean);
  }
}

/** A key in the forms in which senders want to have it; shown once. */
export interface NewWebhookKey {
  readonly key: string;
  /** For senders of Standard Webhooks. */
  readonly signingSecret: string;
}

/** The webhook of the decoy: no id is empty. */
const nowhere: TriggerKey = { flow: { namespace: '', id: '' }, triggerId: '' };
// What a proof is compared with where nothing can be opened.
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
