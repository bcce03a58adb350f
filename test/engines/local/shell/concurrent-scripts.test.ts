import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { LocalRuns } from '../../../support/local-run.ts';
import { processesWith } from '../../../support/processes.ts';
import { flowText } from '../../../support/transpile-yaml.ts';

const shell = 'type: dev.vendor.plugin.core.shell.Shell';
const runs = new LocalRuns();
afterAll(() => runs.close());

const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Eight branches with the same script. */
const eight = (script: string, settings = '') =>
  flowText(`tasks:
  - id: all
    type: dev.vendor.plugin.core.flow.Parallel
    ${settings}
    tasks:
${ids.map((id) => `      - {id: ${id}, ${shell}, script: ${JSON.stringify(script.replaceAll('ID', id))}}`).join('\n')}
finally:
  - {id: clean, ${shell}, script: echo cleaning}
`);

/** Collects the lines by task; each piece must be a whole line. */
function linesByTask() {
  const lines = new Map<string, string>();
  let broken = 0;
  return {
    lines,
    broken: () => broken,
    report: {
      task: () => undefined,
      log: (text: string, path = '') => {
        if (!text.endsWith('\n')) broken += 1;
        lines.set(path, (lines.get(path) ?? '') + text);
      },
    },
  };
}

describe('eight scripts at the same time', () => {
  it('have whole lines, masked, each under its task', async () => {
    const { lines, broken, report } = linesByTask();
    const script = `i=0; while [ $i -lt 200 ]; do printf 'ID %s hun' $i; printf 'ter2 '; echo; i=$((i+1)); done`;
    const { end } = await runs.run(eight(script), { report, secrets: ['hunter2'] });
    expect(end.state).toBe('SUCCESS');
    expect(broken()).toBe(0);
    for (const id of ids)
      expect(lines.get(`all/${id}`)).toBe(Array.from({ length: 200 }, (_, n) => `${id} ${n} **** \n`).join(''));
  });

  it('all end with a stop in their first second, and the final tasks run once', async () => {
    const run = runs.prepare(eight('sleep 86411'));
    const ended = run.execution.run();
    await until(() => processesWith('sleep 86411').length > 0);
    run.execution.stop();
    expect((await ended).state).toBe('KILLED');
    expect(processesWith('sleep 86411')).toEqual([]);
    expect(run.states.filter((state) => state.startsWith('clean'))).toEqual(['clean RUNNING', 'clean SUCCESS']);
    expect(run.states.filter((state) => state.endsWith('KILLED'))).toHaveLength(9);
  });

  it('end at once when they are killed', async () => {
    const run = runs.prepare(eight("trap '' TERM; setsid sleep 86412 & sleep 86412"));
    const ended = run.execution.run();
    await until(() => processesWith('sleep 86412').length >= 16);
    await run.execution.kill();
    expect(processesWith('sleep 86412')).toEqual([]);
    expect((await ended).state).toBe('KILLED');
    expect(run.states).not.toContain('clean RUNNING');
  });

  it('end when one of them fails with fail_fast', async () => {
    const run = await runs.run(eight('[ ID != c ] || { sleep 0.5; exit 3; }; sleep 86413', 'fail_fast: true'));
    expect(run.end.reason).toBe('Task all failed: 1 of 8 branches failed: c');
    expect(processesWith('sleep 86413')).toEqual([]);
    expect(run.states).toContain('clean SUCCESS');
  });

  it('end one by one where one must be ended with force, also without cgroups', async () => {
    // The program around the script is suspended, so that it cannot end it.
    const flow = flowText(`tasks:
  - id: outer
    type: dev.vendor.plugin.core.flow.Parallel
    tasks:
      - {id: beside, ${shell}, script: sleep 12; echo alive}
      - id: inner
        type: dev.vendor.plugin.core.flow.Parallel
        fail_fast: true
        tasks:
          - {id: stuck, ${shell}, script: "kill -STOP $PPID; (setsid env -i sleep 86414 &); sleep 86414"}
          - {id: failing, ${shell}, script: "sleep 0.5; exit 1"}
`);
    const ended = await Promise.all([true, false].map((usesCgroup) => runs.run(flow, { usesCgroup })));
    for (const { end, log, states } of ended) {
      expect(end.reason).toBe('Task outer failed: 1 of 2 branches failed: inner');
      expect(log()).toBe('alive\n');
      expect(states).toContain('outer/inner/stuck KILLED');
    }
    expect(processesWith('sleep 86414')).toEqual([]);
  });

  it('have folders of their own, which are removed, and can use the same worker group', async () => {
    const script =
      'pwd > own; [ "$(ls)" = own ] || exit 4; sleep 0.3; [ "$(cat own)" = "$PWD" ] || exit 5; [ "$PWD" = "$WORKSPACE" ]';
    const run = runs.prepare(eight(script, 'workspace: own'));
    expect(await run.execution.run()).toMatchObject({ state: 'SUCCESS' });
    expect(readdirSync(join(run.folder, 'workspace'))).toEqual([]);
    const grouped = runs.prepare(eight(script).replaceAll(/(id: \w), /g, '$1, worker_group: bench, '));
    expect(await grouped.execution.run()).toMatchObject({ state: 'SUCCESS' });
    expect(existsSync(join(grouped.folder, 'workspace@bench@8'))).toBe(true);
  });
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(10);
}
