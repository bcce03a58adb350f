import { randomUUID } from 'node:crypto';
import { packageVersion } from '../../base/config/package-root.ts';
import { signatureOf } from '../../store/triggers/standard-webhook.ts';
import { slackBody } from './bodies/slack-body.ts';
import { teamsBody } from './bodies/teams-body.ts';
import { composeNotice, type NoticeDeps } from './compose-notice.ts';
import { testEvent } from './execution-event.ts';
import { deliverByPost } from './http-post.ts';
import { MailSender } from './mail-sender.ts';
import type { Notice } from './notice.ts';
import type { EventMessage, QueuedMessage } from './notification-queue.ts';
import type { MailServer, People, Program, Receiver } from './receiver-file.ts';

export interface ReceiverSenderOptions extends NoticeDeps {
  readonly mail?: MailServer | undefined;
  /** Milliseconds until an attempt is given up. */
  readonly timeout?: number | undefined;
}

/** Sends to people and programs. Redirects are not followed, and responses are not read. */
export class ReceiverSender {
  readonly #options: ReceiverSenderOptions;
  readonly #mail: MailSender | undefined;

  constructor(options: ReceiverSenderOptions) {
    this.#options = options;
    this.#mail = options.mail && new MailSender(options.mail, options.timeout);
  }

  /** @returns false if there is nothing left to tell @throws {DeliveryError} unless the receiver takes it in time */
  async send(receiver: Receiver, message: QueuedMessage): Promise<boolean> {
    if (receiver.kind === 'url') {
      if (!('body' in message)) throw new Error('A program gets events');
      await this.#sendEvent(receiver, message);
      return true;
    }
    if (!('items' in message)) throw new Error('A person gets collected messages');
    const notice = await composeNotice(message.id, message.items, this.#options);
    if (notice !== undefined) await this.#sendNotice(receiver, notice);
    return notice !== undefined;
  }

  /**
   * Sends a test message.
   * @param by the user who asks for it
   * @throws {DeliveryError} unless the receiver takes it in time
   */
  async test(receiver: Receiver, by: string): Promise<void> {
    const id = `test-${randomUUID()}`;
    if (receiver.kind !== 'url')
      return this.#sendNotice(receiver, { id, entries: [], total: 1, counts: [], testedBy: by });
    const event = testEvent(id, by, { at: new Date(), publicUrl: this.#options.publicUrl });
    return this.#sendEvent(receiver, { id, body: JSON.stringify(event) });
  }

  close(): void {
    this.#mail?.close();
  }

  /** As a Standard Webhook. */
  async #sendEvent({ url, secrets }: Program, { id, body }: EventMessage): Promise<void> {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signatures = secrets.map((secret) => signatureOf(secret, { id, timestamp }, Buffer.from(body)));
    await this.#post(url, body, {
      'content-type': 'application/cloudevents+json; charset=utf-8',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      ...(signatures.length > 0 && { 'webhook-signature': signatures.join(' ') }),
    });
  }

  async #sendNotice(receiver: People, notice: Notice): Promise<void> {
    if (receiver.kind === 'mail') {
      if (this.#mail === undefined) throw new Error('A file of receivers with mails has a mail server');
      return this.#mail.send(receiver.to, notice);
    }
    const body = JSON.stringify(receiver.kind === 'slack' ? slackBody(notice) : teamsBody(notice));
    return this.#post(receiver.url, body, { 'content-type': 'application/json; charset=utf-8' });
  }

  #post(url: string, body: string, headers: Readonly<Record<string, string>>): Promise<void> {
    const { timeout } = this.#options;
    return deliverByPost(url, { headers: { ...headers, 'user-agent': `Flowgate/${packageVersion()}` }, body, timeout });
  }
}
