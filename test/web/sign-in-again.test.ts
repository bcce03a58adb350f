import { expect, it, vi } from 'vitest';
import {
  answerSignInAgain,
  askToSignInAgain,
  endedSession,
  isSessionEnded,
  noteSubject,
  onSessionChange,
} from '../../web/src/api/sign-in-again.ts';

const read = { reason: 'it has expired', isChange: false };
const change = { reason: 'it has expired', isChange: true };

it('asks once for all requests, and again only for a change after the user has declined', async () => {
  const changed = vi.fn<() => void>();
  const stop = onSessionChange(changed);
  expect(await askToSignInAgain(change)).toBe(false); // nobody was signed in
  expect(endedSession()).toBeUndefined();

  noteSubject('ada');
  const first = [askToSignInAgain(read), askToSignInAgain(change)];
  expect(endedSession()).toMatchObject({ subject: 'ada', reason: 'it has expired' });
  expect(endedSession()).toBe(endedSession());
  expect(changed).toHaveBeenCalledTimes(1);
  answerSignInAgain(false);
  expect(await Promise.all(first)).toEqual([false, false]);
  expect(isSessionEnded()).toBe(true);

  expect(await askToSignInAgain(read)).toBe(false);
  expect(endedSession()).toBeUndefined();
  const second = askToSignInAgain(change);
  answerSignInAgain(true);
  expect(await second).toBe(true);
  expect(isSessionEnded()).toBe(false);
  expect(changed).toHaveBeenCalledTimes(4);
  stop();
});
