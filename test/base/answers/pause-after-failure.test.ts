import { expect, it } from 'vitest';
import { pauseAfterFailure } from '../../../src/base/answers/pause-after-failure.ts';

it('makes no attempt for a while after a failure', async () => {
  let [sent, time, status] = [0, 0, 503];
  const send = pauseAfterFailure(
    async (_url: string) => {
      sent += 1;
      return new Response('', { status });
    },
    1_000,
    () => time,
  );
  await expect(send('a')).rejects.toThrow('the status 503');
  time = 999;
  await expect(send('a')).rejects.toThrow('the status 503');
  expect(sent).toBe(1);
  [time, status] = [1_000, 200];
  expect((await send('a')).status).toBe(200);
  expect((await send('a')).status).toBe(200);
  expect(sent).toBe(3);
});
