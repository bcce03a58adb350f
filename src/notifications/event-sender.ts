import { signatureOf } from '../store/triggers/standard-webhook.ts';

export interface EventSenderOptions {
  /** `whsec_...`; each signs. */
  readonly secrets: readonly string[];
  readonly version: string;
  readonly now: () => Date;
  /** Milliseconds until an attempt is given up. */
  readonly timeout?: number;
}

export interface EventMessage {
  readonly id: string;
  /** A CloudEvent in JSON. */
  readonly body: string;
}

/** Why a receiver did not take an event. */
export class DeliveryError extends Error {
  /** Whether the receiver will never take it (410 Gone). */
  readonly isFinal: boolean;

  constructor(message: string, isFinal = false) {
    super(message);
    this.name = 'DeliveryError';
    this.isFinal = isFinal;
  }
}

const defaultTimeout = 10_000;

/** Sends events as Standard Webhooks. Redirects are not followed, and responses are not read. */
export class EventSender {
  readonly #options: EventSenderOptions;

  constructor(options: EventSenderOptions) {
    this.#options = options;
  }

  /** @throws {DeliveryError} unless the receiver answers 2xx in time */
  async send(url: string, { id, body }: EventMessage): Promise<void> {
    const { secrets, version, now, timeout = defaultTimeout } = this.#options;
    const timestamp = String(Math.floor(now().getTime() / 1000));
    const signatures = secrets.map((secret) => signatureOf(secret, { id, timestamp }, Buffer.from(body)));
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
      headers: {
        'content-type': 'application/cloudevents+json; charset=utf-8',
        'user-agent': `Flowgate/${version}`,
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        ...(signatures.length > 0 && { 'webhook-signature': signatures.join(' ') }),
      },
      body,
    }).catch((error: unknown) => {
      throw new DeliveryError(reasonOf(error, timeout));
    });
    await response.body?.cancel().catch(() => undefined);
    if (!response.ok) throw new DeliveryError(`The receiver answered ${response.status}`, response.status === 410);
  }
}

/** Only the code: messages can contain the URL. */
function reasonOf(error: unknown, timeout: number): string {
  if (error instanceof Error && error.name === 'TimeoutError')
    return `The receiver did not answer within ${timeout / 1000} seconds`;
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'the connection failed';
  return `The receiver is unreachable: ${code}`;
}
