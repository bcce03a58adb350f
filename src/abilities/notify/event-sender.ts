import { signatureOf } from '../../store/triggers/standard-webhook.ts';
import { deliverByPost } from './http-post.ts';

export interface EventSenderOptions {
  /** `whsec_...`; each signs. */
  readonly secrets: readonly string[];
  readonly version: string;
  readonly now: () => Date;
  /** Milliseconds until an attempt is given up. */
  readonly timeout?: number | undefined;
}

export interface EventMessage {
  readonly id: string;
  /** A CloudEvent in JSON. */
  readonly body: string;
}

/** Sends events as Standard Webhooks. Redirects are not followed, and responses are not read. */
export class EventSender {
  readonly #options: EventSenderOptions;

  constructor(options: EventSenderOptions) {
    this.#options = options;
  }

  /** @throws {DeliveryError} unless the receiver answers 2xx in time */
  async send(url: string, { id, body }: EventMessage): Promise<void> {
    const { secrets, version, now, timeout } = this.#options;
    const timestamp = String(Math.floor(now().getTime() / 1000));
    const signatures = secrets.map((secret) => signatureOf(secret, { id, timestamp }, Buffer.from(body)));
    const headers = {
      'content-type': 'application/cloudevents+json; charset=utf-8',
      'user-agent': `Flowgate/${version}`,
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      ...(signatures.length > 0 && { 'webhook-signature': signatures.join(' ') }),
    };
    await deliverByPost(url, { headers, body, timeout });
  }
}
