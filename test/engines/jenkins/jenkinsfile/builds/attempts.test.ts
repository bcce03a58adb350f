import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { processesWith } from '../../../../support/processes.ts';
import { log, shell, stagesOf, startMiniJenkins } from './mini-build.ts';

const { run } = startMiniJenkins();

describe('a task in a build', () => {
  it('retries a failing task until it succeeds', async () => {
    const body = `tasks:
  - id: third
    ${shell}
    retry: {type: exponential, max_attempt: 4, interval: 0.05s, max_interval: 1s}
    commands: ['echo x >> tries', '[ "$(wc -l < tries)" -ge 3 ]']
`;
    const build = await run(body);
    expect(build.result).toBe('SUCCESS');
    expect(readFileSync(join(build.workspace, 'tries'), 'utf8')).toBe('x\nx\nx\n');
    expect(build.console).toContain('starts in 50 ms');
    expect(build.console).toContain('starts in 100 ms');
  });

  it.each([
    [
      'the attempts of a task',
      `    retry: {type: constant, max_attempt: 2, interval: 720h}\n    commands: ['echo x >> tries', exit 1]\n`,
    ],
    ['a task whose timeout is longer', `    timeout: 720h\n    commands: ['echo x >> tries', 'sleep 60']\n`],
  ])('waits for 30 days between or during %s', async (_what, rest) => {
    const build = await run(`tasks:\n  - id: long\n    ${shell}\n${rest}`, { abortAfter: 2_000 });
    expect(build.result).toBe('ABORTED');
    expect(readFileSync(join(build.workspace, 'tries'), 'utf8')).toBe('x\n');
  });

  it('fails when it times out, with everything it started', async () => {
    const body = `tasks:
  - id: slow
    ${shell}
    timeout: 1s
    allow_failure: true
    commands: ["trap '' TERM", '(sleep 61; echo went on) & sleep 61', 'echo never', 'sleep 61']
  - {id: next, ${log}, message: the next task}
`;
    const build = await run(body);
    expect(build.result).toBe('UNSTABLE');
    expect(stagesOf(build)).toEqual({ slow: 'FAILURE', next: 'SUCCESS' });
    expect(build.console).toContain('Task slow timed out after 1 s');
    expect(build.console).not.toContain('never');
    expect(processesWith('sleep 61')).toEqual([]);
  });

  it('distinguishes a timeout from a script that ends with the same status', async () => {
    const build = await run(`tasks:\n  - {id: odd, ${shell}, timeout: 9s, commands: [exit 124]}\n`);
    expect(build.error).toContain('Task odd failed: its script ended with status 124');
  });

  it('does not wait for a process that a task leaves behind', async () => {
    const body = `tasks:
  - id: leaves
    ${shell}
    outputSchema: {n: {type: INT}}
    commands:
      - sleep 63 &
      - |-
        echo '{"n": 1}'
`;
    const started = Date.now();
    const build = await run(body);
    for (const id of processesWith('sleep 63')) process.kill(id);
    expect(build.result).toBe('SUCCESS');
    expect(Date.now() - started).toBeLessThan(30_000);
  });

  it('supports scripts that are too long for one literal', async () => {
    const lines = Array.from({ length: 3000 }, (_, index) => `      : 'line ${index} ${'é'.repeat(20)}'`).join('\n');
    const build = await run(`tasks:\n  - id: large\n    ${shell}\n    script: |\n${lines}\n      echo "the end"\n`);
    expect(build.console).toContain('the end');
  });
});
