import { connect } from 'node:net';
import express from 'express';
import { expect, it } from 'vitest';
import { listen } from '../../../src/faces/http/listen.ts';

it('a stopping server completes pending requests, and closes event streams', { timeout: 8_000 }, async () => {
  const app = express();
  let answer: () => void = () => undefined;
  app.get('/events', (_request, response) => void response.type('text/event-stream').write('data: one\n\n'));
  app.get('/slow', (_request, response) => {
    answer = () => void response.send('answered');
  });
  const server = await listen(app, { host: '127.0.0.1', port: 0 });
  const events = (await fetch(`${server.url}/events`)).text().then(
    () => 'ended',
    () => 'cut off',
  );
  const slow = fetch(`${server.url}/slow`);
  await new Promise((resolve) => setTimeout(resolve, 100)); // both are pending by then
  const stopped = server.stop();
  expect(await events).toBe('cut off');
  answer();
  expect(await (await slow).text()).toBe('answered');
  await stopped;
});

it('a slow header is rejected as soon as it times out', { timeout: 10_000 }, async () => {
  const server = await listen(express(), { host: '127.0.0.1', port: 0, headerMilliseconds: 300 });
  try {
    const answer = await new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () =>
        socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n'),
      );
      const trickle = setInterval(() => socket.writable && socket.write('X-More: 1\r\n'), 50);
      socket
        .setEncoding('utf8')
        .on('error', reject)
        .on('data', (part: string) => (text += part));
      socket.on('close', () => {
        clearInterval(trickle);
        resolve(text);
      });
    });
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('within 0.3 seconds');
  } finally {
    await server.stop();
  }
});
