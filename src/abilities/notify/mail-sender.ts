import { createHash } from 'node:crypto';
import type { Transporter } from 'nodemailer';
import { timeoutSignal } from '../../base/timers/timers.ts';
import { mailBody } from './bodies/mail-body.ts';
import { DeliveryError } from './delivery-error.ts';
import type { Notice } from './notice.ts';
import type { MailServer } from './receiver-file.ts';

const defaultTimeout = 30_000;

/** Sends mails by the operator's server. The package that does it is loaded with the first mail. */
export class MailSender {
  readonly #server: MailServer;
  readonly #timeout: number;
  #transport: Promise<Transporter> | undefined;

  /** @param timeout milliseconds until an attempt is given up */
  constructor(server: MailServer, timeout = defaultTimeout) {
    this.#server = server;
    this.#timeout = timeout;
  }

  /** @throws {DeliveryError} unless the server takes the mail for all addresses */
  async send(to: readonly string[], notice: Notice): Promise<void> {
    const transport = await (this.#transport ??= this.#open());
    const { from } = this.#server;
    const sending = transport.sendMail({
      from: { name: 'Flowgate', address: from },
      to: to.map((address) => ({ name: '', address })),
      // Mail readers put a repeated one into the same thread.
      messageId: messageIdOf(notice.id, from),
      ...mailBody(notice),
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
      // The timeouts of the connection begin again with each byte.
      signal: timeoutSignal(this.#timeout),
    });
    const sent = await sending.catch((error: unknown) => {
      throw new DeliveryError(reasonOf(error));
    });
    const rejected: readonly unknown[] = sent.rejected ?? [];
    if (rejected.length > 0)
      throw new DeliveryError(`The mail server rejected ${rejected.length} of ${to.length} addresses`, true);
  }

  close(): void {
    void this.#transport?.then((transport) => transport.close()).catch(() => undefined);
  }

  async #open(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer');
    const { host, port, user, password, tls } = this.#server;
    return createTransport({
      host,
      port,
      secure: tls === 'implicit',
      requireTLS: tls === 'starttls',
      ignoreTLS: tls === 'none',
      ...(user !== undefined && { auth: { user, pass: password ?? '' } }),
      connectionTimeout: this.#timeout,
      greetingTimeout: this.#timeout,
      socketTimeout: this.#timeout,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }
}

/** The same for the same notice. */
function messageIdOf(id: string, from: string): string {
  const name = createHash('sha256').update(id).digest('hex').slice(0, 32);
  return `<flowgate.${name}@${from.slice(from.indexOf('@') + 1)}>`;
}

/** The reason without the text of the server, which can repeat addresses and names. */
function reasonOf(error: unknown): string {
  const { responseCode, code } = error as { readonly responseCode?: unknown; readonly code?: unknown }; // as nodemailer sets
  if (code === 'EAUTH') return 'The mail server rejected the user or the password';
  // Of TLS, a server answers only the request for STARTTLS; 4xx is a refusal for now.
  if (code === 'ETLS' && typeof responseCode === 'number' && responseCode >= 500)
    return 'The mail server does not offer STARTTLS; the alternatives are tls: implicit and tls: none';
  if (typeof responseCode === 'number') return `The mail server answered ${responseCode}`;
  if (code === 'ETIMEDOUT' || code === 'EABORT') return 'The mail server did not answer in time';
  return `The mail server is unreachable: ${typeof code === 'string' ? code : 'the connection failed'}`;
}
