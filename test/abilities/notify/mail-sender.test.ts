import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { MailSender } from '../../../src/abilities/notify/mail-sender.ts';
import type { Notice } from '../../../src/abilities/notify/notice.ts';
import type { MailServer } from '../../../src/abilities/notify/receiver-file.ts';
import { TestMailServer } from '../../support/mail-server.ts';

const flow = { namespace: 'web', id: 'deploy' };
const notice: Notice = {
  id: '01ARZ3NDEKTSV4RRFFQ69G5FAV-4',
  entries: [{ on: 'FAILED', flow, startedBy: 'ada', lines: ['last'], reason: 'é\r\nBcc: x@y.example' }],
  total: 1,
  counts: [{ flow, on: 'FAILED', count: 1 }],
};

let mails: TestMailServer;
afterEach(() => mails.stop());

function sender(options: Partial<MailServer> = {}): MailSender {
  return new MailSender(
    { host: '127.0.0.1', port: mails.port, from: 'flowgate@example.org', tls: 'none', ...options },
    2_000,
  );
}

it('signs in, and sends text and HTML with an ID that stays the same', async () => {
  mails = await TestMailServer.start({ allowInsecureAuth: true });
  const login = { user: 'flowgate', password: 's3cret-mail' };
  for (const _ of [1, 2]) await sender(login).send(['a@example.org', 'b@example.org'], notice);
  const [first, second] = mails.received;
  expect(first).toMatchObject({ user: 'flowgate', to: ['a@example.org', 'b@example.org'] });
  const idOf = (source = '') => /^Message-ID: (<flowgate\.[0-9a-f]{32}@example\.org>)\r$/im.exec(source)?.[1];
  expect(idOf(first?.source)).toBeDefined();
  expect(idOf(second?.source)).toBe(idOf(first?.source));
  const [head = ''] = first?.source.split('\r\n\r\n') ?? [];
  expect(head).not.toMatch(/^bcc/im);
  expect(head).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(first?.source).toMatch(/Content-Type: text\/plain[^]*Content-Type: text\/html/);
});

it('uses STARTTLS or TLS as the operator chose, and never falls back to plain text', async () => {
  mails = await TestMailServer.start();
  await expect(sender({ tls: 'starttls' }).send(['a@example.org'], notice)).rejects.toThrow(
    /^The mail server does not offer STARTTLS; the alternatives are tls: implicit and tls: none$/,
  );
  await expect(sender({ tls: 'implicit' }).send(['a@example.org'], notice)).rejects.toThrow(/^The mail server/);
  expect(mails.received).toEqual([]);
  await mails.stop();
  mails = await TestMailServer.start({ disabledCommands: [] });
  // The certificate of the server is its own.
  await expect(sender({ tls: 'starttls' }).send(['a@example.org'], notice)).rejects.toThrow(/^The mail server/);
  expect(mails.received).toEqual([]);
});

it('says why a server does not take a mail, without its text', async () => {
  mails = await TestMailServer.start({ allowInsecureAuth: true });
  const wrong = sender({ user: 'flowgate', password: 'another-secret' });
  await expect(wrong.send(['a@example.org'], notice)).rejects.toThrow(
    /^The mail server rejected the user or the password$/,
  );
  await expect(sender().send(['nobody@example.org'], notice)).rejects.toThrow(/^The mail server answered 550$/);
  await expect(sender().send(['a@example.org', 'nobody@example.org'], notice)).rejects.toMatchObject({
    message: 'The mail server rejected 1 of 2 addresses',
    isFinal: true,
  });
  await expect(sender({ port: 1 }).send(['a@example.org'], notice)).rejects.toThrow(
    /^The mail server is unreachable: \w+$/,
  );
});

it('gives up on a server that goes on answering without an end', async () => {
  mails = await TestMailServer.start();
  let connected: Socket | undefined;
  const endless = createServer((socket) => {
    connected = socket;
    socket.write('220 ready\r\n');
    const answering = setInterval(() => socket.write('250-wait\r\n'), 50);
    socket.on('error', () => undefined).on('close', () => clearInterval(answering));
  }).listen(0, '127.0.0.1');
  await once(endless, 'listening');
  const { port } = endless.address() as AddressInfo; // it listens on a port
  const server: MailServer = { host: '127.0.0.1', port, from: 'flowgate@example.org', tls: 'none' };
  await expect(new MailSender(server, 300).send(['a@example.org'], notice)).rejects.toThrow(
    /^The mail server did not answer in time$/,
  );
  endless.close();
  connected?.destroy();
});
