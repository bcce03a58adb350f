import { expect, test } from 'vitest';
import { withoutSecrets } from '../../../src/abilities/waits/hide-secrets.ts';

test('the end of a wait shows no secret of its execution that somebody has repeated', async () => {
  const ending = {
    end: { state: 'FAILED', reason: 'rejected by carol: not with hunter22!' },
    values: { note: 'not with hunter22!', more: { list: ['s3cret-of-form', 7] } },
    outputs: { note: 'not with hunter22!', count: '7', token: [{ secret: 'task.ask.token', part: 0 }] },
    secrets: new Map([['task.ask.token', 's3cret-of-form']]),
  } as const;
  expect(await withoutSecrets(ending, new Map([['password', 'hunter22']]))).toEqual({
    end: { state: 'FAILED', reason: 'rejected by carol: not with ****!' },
    values: { note: 'not with ****!', more: { list: ['****', 7] } },
    outputs: { ...ending.outputs, note: ['not with ', { secret: 'password', part: 0 }, '!'] },
    secrets: ending.secrets,
  });
});
