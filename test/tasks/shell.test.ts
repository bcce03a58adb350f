import { afterAll, describe, expect, it } from 'vitest';
import { TaskRunner } from '../support/task-runner.ts';

const runner = new TaskRunner();
afterAll(() => runner.close());

const awkward = 'it\'s "quoted", costs $$5, back\\slash, `id`, $(id), ${HOME} * 日本語 🚀\nsecond line\t';

describe.each(['core.shell.Shell', 'core.shell.Bash'])('%s', (type) => {
  it('expands references as values and leaves everything else unchanged', async () => {
    const commands = [
      `printf '%s|' "{{ inputs.message }}" 'three quotes: '"'''"' and """'`,
      "cat <<'EOF'\nline \\n $NOT_EXPANDED `nor this` {{.Names}}",
      'EOF',
    ];
    const { status, stdout } = await runner.run({ type, properties: { commands }, values: { MESSAGE: awkward } });
    expect(status).toBe(0);
    expect(stdout).toBe(`${awkward}|three quotes: ''' and """|line \\n $NOT_EXPANDED \`nor this\` {{.Names}}\n`);
  });

  it('sets the variables of env, whatever they contain', async () => {
    const env = { GREETING: 'to "{{ inputs.message }}" $(id) `id` \\ \' $HOME', TWICE: '${GREETING}', NONE: '' };
    const { stdout } = await runner.run({
      type,
      properties: { script: 'env -0 | tr "\\0" "|"', env },
      values: { MESSAGE: awkward },
    });
    expect(stdout.split('|')).toEqual(
      expect.arrayContaining([`GREETING=to "${awkward}" $(id) \`id\` \\ ' $HOME`, 'TWICE=${GREETING}', 'NONE=']),
    );
  });

  it('is one session that stops at the first failing command', async () => {
    const { status, stdout } = await runner.run({
      type,
      properties: { commands: ['x=1', 'echo "$x"', '(exit 3)', 'echo no'] },
    });
    expect({ status, stdout }).toEqual({ status: 3, stdout: '1\n' });
  });

  it('distinguishes an empty value from a missing one', async () => {
    const script = 'echo "[${EMPTY-unset}] [${NONE-unset}]"';
    const { stdout } = await runner.run({ type, properties: { script }, values: { EMPTY: '' } });
    expect(stdout).toBe('[] [unset]\n');
  });
});

it('runs in the shell that its first line names', async () => {
  const lines = ['words=(a "b c")', 'echo "${words[1]} $WHO"', '(exit 3)', 'echo no'];
  for (const first of ['#!/bin/bash', '#! /usr/bin/env bash', '#!/bin/bash -u\r']) {
    const script = [first, ...lines].join('\n');
    const { status, stdout } = await runner.run({
      type: 'core.shell.Shell',
      properties: { script, env: { WHO: 'me' } },
    });
    expect({ status, stdout }).toEqual({ status: 3, stdout: 'b c me\n' });
  }
  const { stdout } = await runner.run({
    type: 'core.shell.Commands',
    properties: { commands: lines.slice(0, 2).toSpliced(0, 0, '#!/bin/bash') },
    values: { WHO: 'you' },
  });
  expect(stdout).toBe('b c you\n');
});

it('only bash fails if a part of a pipe fails', async () => {
  const properties = { commands: ['false | true', 'echo on'] };
  expect((await runner.run({ type: 'core.shell.Shell', properties })).status).toBe(0);
  expect((await runner.run({ type: 'core.shell.Bash', properties })).status).toBe(1);
});
