import { expect, it, vi } from 'vitest';
import { awaitRenewal, giveRenewal, newRenewal, renewalIn } from '../../web/src/sign-in/renewal-channel.ts';

it('the address of the window names the channel', () => {
  const { name, search } = newRenewal();
  expect(renewalIn(search)).toBe(name);
  expect(newRenewal().name).not.toBe(name);
  for (const other of ['', '?renew=', '?renew=../x', `?other=${name}`]) expect(renewalIn(other)).toBeUndefined();
});

it('only the page that waits gets the session, and the window learns whether there is one', async () => {
  const { name } = newRenewal();
  const received: unknown[] = [];
  const stops = [name, newRenewal().name].map((each) =>
    awaitRenewal(each, (renewed) => received.push([each, renewed])),
  );
  expect(await giveRenewal(name, { subject: 'ada' })).toBe(true);
  expect(received).toEqual([[name, { subject: 'ada' }]]);
  for (const stop of stops) stop();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const given = giveRenewal(name, { subject: 'ada' });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await given).toBe(false);
  vi.useRealTimers();
});
