import { slackBody } from './bodies/slack-body.ts';
import { teamsBody } from './bodies/teams-body.ts';
import { deliverByPost } from './http-post.ts';
import { MailSender } from './mail-sender.ts';
import type { Notice } from './notice.ts';
import type { DeclaredReceiver, MailServer } from './receiver-file.ts';

export interface NoticeSenderOptions {
  readonly mail?: MailServer | undefined;
  readonly version: string;
  /** Milliseconds until an attempt is given up. */
  readonly timeout?: number | undefined;
}

export type NoticeReceiver = Exclude<DeclaredReceiver, { readonly kind: 'url' }>;

/** Sends notices to people. */
export class NoticeSender {
  readonly #options: NoticeSenderOptions;
  readonly #mail: MailSender | undefined;

  constructor(options: NoticeSenderOptions) {
    this.#options = options;
    this.#mail = options.mail && new MailSender(options.mail, options.timeout);
  }

  /** @throws {DeliveryError} unless the receiver takes it in time */
  async send(receiver: NoticeReceiver, notice: Notice): Promise<void> {
    const { version, timeout } = this.#options;
    if (receiver.kind === 'mail') {
      if (this.#mail === undefined) throw new Error('A file of receivers with mails has a mail server');
      return this.#mail.send(receiver.to, notice);
    }
    const body = JSON.stringify(receiver.kind === 'slack' ? slackBody(notice) : teamsBody(notice));
    const headers = { 'content-type': 'application/json; charset=utf-8', 'user-agent': `Flowgate/${version}` };
    return deliverByPost(receiver.url, { headers, body, timeout });
  }

  close(): void {
    this.#mail?.close();
  }
}
