import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly user: string | undefined;
  readonly isEncrypted: boolean;
  /** As it was sent. */
  readonly source: string;
}

/** A real SMTP server (the package `smtp-server`), which knows one user: `flowgate` with the password `s3cret-mail`. */
export class TestMailServer {
  readonly received: ReceivedMail[] = [];
  readonly port: number;
  readonly #server: SMTPServer;

  static async start(options: SMTPServerOptions = {}): Promise<TestMailServer> {
    const received: ReceivedMail[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onAuth: ({ username, password }, _session, callback) =>
        username === 'flowgate' && password === 's3cret-mail'
          ? callback(null, { user: username })
          : callback(new Error('Invalid username or password')),
      onRcptTo: ({ address }, _session, callback) =>
        address.startsWith('nobody') ? callback(new Error('No such user')) : callback(),
      onData: (stream, session, callback) => {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('end', () => {
          const { mailFrom, rcptTo } = session.envelope;
          received.push({
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            user: session.user === undefined ? undefined : String(session.user),
            isEncrypted: session.secure,
            source: Buffer.concat(parts).toString(),
          });
          callback();
        });
      },
      ...options,
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    return new TestMailServer(server, received);
  }

  private constructor(server: SMTPServer, received: ReceivedMail[]) {
    this.#server = server;
    this.received = received;
    this.port = (server.server.address() as AddressInfo).port; // it listens on a port
  }

  /** Resolves when so many mails have arrived. */
  async until(count: number): Promise<readonly ReceivedMail[]> {
    while (this.received.length < count) await sleep(20);
    return this.received;
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
