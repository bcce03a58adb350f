import { expect, it, vi } from 'vitest';
import { log, shell, startAgreement } from '../../support/agreement-cases.ts';

// A test cannot wait for ten minutes.
vi.mock(import('../../../src/language/execution-plan/run-limits.ts'), async (original) => ({
  ...(await original()),
  lastTasksSeconds: 1 as 600,
}));

const expectAgreement = startAgreement();
const slow = (id: string): string => `{id: ${id}, ${shell}, script: sleep 30}`;
const failing = `tasks: [{id: work, ${shell}, script: exit 3}]\n`;
const working = `tasks: [{id: work, ${log}, message: done}]\n`;
const reason = 'Task work failed: its script ended with status 3';
const cutOff = (section: string): string => `The tasks of ${section} were cut off at their limit of 1 s`;

it.each(['', 'timeout: 1h\n'])(
  'a flow %sfails whose final tasks are cut off, and says so',
  { timeout: 120_000 },
  async (limit) => {
    const ended = await expectAgreement(
      `${limit}${working}finally: [${slow('clean')}, {id: never, ${log}, message: never}]\n`,
    );
    expect([ended.state, ended.reason]).toEqual(['FAILED', cutOff('finally')]);
    expect(ended.log).not.toContain('never');
    const tolerated = await expectAgreement(`${working}finally: [{id: clean, ${shell}, script: exit 1}]\n`);
    expect(tolerated.state).toBe('SUCCESS');
  },
);

it('a failure says that error or final tasks were cut off', { timeout: 120_000 }, async () => {
  const errors = await expectAgreement(
    `${failing}errors: [${slow('tell')}]\nfinally: [{id: clean, ${log}, message: clean}]\n`,
  );
  expect([errors.state, errors.reason]).toEqual(['FAILED', `${reason}. ${cutOff('errors')}`]);
  expect(errors.log).toContain('clean');
  const both = await expectAgreement(`${failing}errors: [${slow('tell')}]\nfinally: [${slow('clean')}]\n`);
  expect(both.reason).toBe(`${reason}. ${cutOff('errors')}. ${cutOff('finally')}`);
});
