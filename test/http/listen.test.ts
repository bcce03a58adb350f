import express from 'express';
import { expect, it } from 'vitest';
import { listen } from '../../src/http/listen.ts';

it('a server that stops answers what is under way, and waits for no follower', { timeout: 8_000 }, async () => {
  const app = express();
  let answer: () => void = () => undefined;
  app.get('/events', (_request, response) => void response.type('text/event-stream').write('data: one\n\n'));
  app.get('/slow', (_request, response) => {
    answer = () => void response.send('answered');
  });
  const server = await listen(app, { host: '127.0.0.1', port: 0 });
  const events = (await fetch(`${server.url}/events`)).text().then(() => 'ended', () => 'cut off');
  const slow = fetch(`${server.url}/slow`);
  await new Promise((resolve) => setTimeout(resolve, 100)); // both are under way by then
  const stopped = server.stop();
  expect(await events).toBe('cut off');
  answer();
  expect(await (await slow).text()).toBe('answered');
  await stopped;
});
