import { expect, it } from 'vitest';
import { InThreadRunner } from '../../../src/language/processes/in-thread-runner.ts';

const runner = new InThreadRunner();

it('does work in this thread, and says what is wrong with a value', async () => {
  const work = (subject: string) => runner.run({ kind: 'pattern', pattern: '^a+$', subject });
  expect(await work('aaa')).toEqual({ kind: 'done', messages: [] });
  expect(await work('b')).toEqual({ kind: 'done', messages: ['Value does not match pattern: ^a+$'] });
  expect(runner.runHere(() => 42)).toEqual({ done: true, value: 42 });
});

it('stops work that never ends, and reports work that is invalid', async () => {
  // A back-reference runs only in the runner of JavaScript, which backtracks.
  const endless = { kind: 'pattern', pattern: '^(a+)+\\1$', subject: `${'a'.repeat(40)}b` } as const;
  expect(await runner.run(endless)).toEqual({ kind: 'too-long' });
  expect(await runner.run({ kind: 'pattern', pattern: '(', subject: '' })).toMatchObject({ kind: 'failed' });
});
