import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { LocalRuns } from '../../../support/local-run.ts';
import { processesWith } from '../../../support/processes.ts';
import { flowText } from '../../../support/transpile-yaml.ts';

const shell = 'type: dev.vendor.plugin.core.shell.Shell';
const log = 'type: dev.vendor.plugin.core.log.Log';
const runs = new LocalRuns();
afterAll(() => runs.close());

describe('an execution on this machine', () => {
  it('runs scripts and messages in order, and returns outputs', async () => {
    const run = await runs.run(
      flowText(`variables: {NAME: Ada}
tasks:
  - {id: greet, ${log}, message: "Hello {{ variables.NAME }}"}
  - id: measure
    ${shell}
    outputSchema: {count: {type: INT}}
    commands:
      - |
        echo '{"count": 3}'
outputs:
  - {id: count, type: INT, value: "{{ task_outputs.measure.count }}"}
`),
    );
    expect(run.end).toEqual({ state: 'SUCCESS', outputs: new Map([['count', '3']]) });
    expect(run.states).toEqual(['greet RUNNING', 'greet SUCCESS', 'measure RUNNING', 'measure SUCCESS']);
    expect(run.log()).toBe('Hello Ada\n{"count": 3}\n');
  });

  it('keeps the order of both outputs, also through /dev/stdout and /dev/stderr', async () => {
    const run = await runs.run(
      flowText(`tasks:
  - id: speak
    ${shell}
    commands:
      - for round in 1 2 3 4 5; do
      - echo $round; echo $round >&2; echo $round > /dev/stderr; echo $round > /dev/stdout
      - done
`),
    );
    expect(run.log()).toBe([1, 2, 3, 4, 5].map((round) => `${round}\n`.repeat(4)).join(''));
  });

  it('runs final tasks after a stop, and gives a task five seconds to end', async () => {
    const run = runs.prepare(
      flowText(`tasks:
  - id: serve
    ${shell}
    commands:
      - trap 'sleep 1; echo ended by itself; exit 3' TERM
      - echo serving
      - while :; do sleep 0.1; done
  - {id: never, ${log}, message: never}
finally:
  - {id: clean, ${shell}, commands: [echo cleaning]}
`),
    );
    const ended = run.execution.run();
    await until(() => run.log().includes('serving'));
    run.execution.stop();
    expect(await ended).toEqual({ state: 'KILLED', outputs: new Map() });
    expect(run.states).toEqual(['serve RUNNING', 'serve KILLED', 'clean RUNNING', 'clean SUCCESS']);
    expect(run.log()).toMatch(/^serving\n(?:Terminated\n)?ended by itself\ncleaning\n$/);
  });

  it('ends at once when it is killed, without final tasks', async () => {
    const run = runs.prepare(
      flowText(`tasks:
  - {id: serve, ${shell}, commands: ["trap '' TERM", "echo serving", "setsid sleep 86401 & sleep 86401"]}
finally:
  - {id: clean, ${log}, message: cleaning}
`),
    );
    const ended = run.execution.run();
    await until(() => run.log().includes('serving'));
    await run.execution.kill();
    expect(processesWith('sleep 86401')).toEqual([]);
    expect(await ended).toEqual({ state: 'KILLED', outputs: new Map() });
    expect(run.states).toEqual(['serve RUNNING', 'serve KILLED']);
    await run.execution.remove();
    expect(existsSync(run.folder)).toBe(false);
  });

  it('keeps output files and limits times', async () => {
    const run = await runs.run(
      flowText(`tasks:
  - {id: build, ${shell}, commands: ["mkdir -p out/logs", "echo made > out/app", "echo log > out/logs/.hidden", "echo key > out/hunter2.key"], outputFiles: [out]}
  - {id: wait, ${shell}, timeout: 1s, commands: ["sleep 86402"]}
`),
      { secrets: ['hunter2'] },
    );
    expect(run.end.reason).toBe('Task wait timed out after 1 s');
    expect(readFileSync(join(run.artifacts, 'out/logs/.hidden'), 'utf8')).toBe('log\n');
    expect(readFileSync(join(run.artifacts, 'out/****.key'), 'utf8')).toBe('key\n');
    expect(processesWith('sleep 86402')).toEqual([]);
    expect(statSync(run.folder).mode & 0o777).toBe(0o700);
  });
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(10);
}
