import { expect, it } from 'vitest';
import { recentAnswer } from '../../../../src/engines/jenkins/client/recent-answer.ts';

it('asks once for all that wait, and again after a while', async () => {
  let [asked, time] = [0, 0];
  let finish: (value: number) => void = () => undefined;
  const ask = () => {
    asked += 1;
    return new Promise<number>((resolve) => (finish = resolve));
  };
  const read = recentAnswer(ask, 100, () => time);
  const waiting = [read(), read(), read()];
  time = 10_000; // an answer that takes long is shared too
  waiting.push(read());
  finish(1);
  expect(await Promise.all(waiting)).toEqual([1, 1, 1, 1]);
  time += 99;
  expect(await read()).toBe(1);
  expect(asked).toBe(1);
  time += 1;
  const again = read();
  finish(2);
  expect([await again, asked]).toEqual([2, 2]);
});

it('shares an error as well', async () => {
  let [asked, time] = [0, 0];
  const read = recentAnswer(
    async () => {
      asked += 1;
      throw new Error('down');
    },
    100,
    () => time,
  );
  await expect(Promise.all([read(), read()])).rejects.toThrow('down');
  await expect(read()).rejects.toThrow('down');
  expect(asked).toBe(1);
  time = 100;
  await expect(read()).rejects.toThrow('down');
  expect(asked).toBe(2);
});
