import { createHook } from 'node:async_hooks';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { localPrograms } from '../../../../src/engines/local/shell/agent-script.ts';
import { LocalRuns } from '../../../support/local-run.ts';
import { processesWith } from '../../../support/processes.ts';
import { flowText } from '../../../support/transpile-yaml.ts';

const shell = 'type: dev.vendor.plugin.core.shell.Shell';
const runs = new LocalRuns();
const folder = mkdtempSync(join(tmpdir(), 'flowgate-watch-'));
const started: ChildProcess[] = [];
afterAll(() => {
  runs.close();
  rmSync(folder, { recursive: true, force: true });
  for (const child of started) child.kill('SIGKILL');
});

const greeting = flowText(`tasks:
  - {id: one, ${shell}, commands: [echo one]}
  - {id: two, ${shell}, commands: [echo two]}
  - {id: three, ${shell}, commands: [echo three]}
`);

/** A process as a script of an execution leaves it: with its mark alone, or in its folder alone. */
function leave(seconds: string, mark: string | undefined, cwd = '/'): ChildProcess {
  const env = { PATH: process.env['PATH'], ...(mark !== undefined && { FLOWGATE_LOCAL_RUN: mark }) };
  const child = spawn('sleep', [seconds], { cwd, env, detached: true, stdio: 'ignore' });
  started.push(child);
  return child;
}

it('the helper ends what several executions left running, and nothing of one that has ended', async () => {
  const awkward = mkdtempSync(join(folder, `a|b\\0174'"$(x) `));
  const helper = spawn('/bin/sh', ['-c', localPrograms().keepWatch, 'helper', 'no-reaper'], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const [script, other, inFolder, ended] = [
    leave('77901', 'mark-1'),
    leave('77902', 'mark-2'),
    leave('77903', undefined, awkward),
    leave('77904', 'mark-3'),
  ];
  const inOctal = awkward.replaceAll('\\', '\\0134').replaceAll('|', '\\0174');
  helper.stdin.write(`mark-1||/none|\nmark-3|${ended.pid}|/none|\nmark-1|${script.pid}|/none|\n`);
  helper.stdin.write(`mark-2||${inOctal}|\nmark-3\n`);
  helper.stdin.end();
  await once(helper, 'exit');
  await Promise.all([script, other, inFolder].map((child) => child.signalCode ?? once(child, 'exit')));
  expect([script.signalCode, other.signalCode, inFolder.signalCode]).toEqual(['SIGTERM', 'SIGKILL', 'SIGKILL']);
  expect([ended.exitCode, ended.signalCode]).toEqual([null, null]);
});

it('an execution starts no process but its scripts', async () => {
  await runs.run(greeting);
  const counts: number[] = [];
  const hook = createHook({ init: (_id, type) => void (type === 'PROCESSWRAP' && counts.push(counts.pop()! + 1)) });
  hook.enable();
  for (const _ of [1, 2]) {
    counts.push(0);
    expect((await runs.run(greeting)).end.state).toBe('SUCCESS');
  }
  hook.disable();
  // One process in sixteen scripts creates pipes for the next ones.
  expect(Math.min(...counts)).toBe(3);
});

it('one helper watches over all executions, and is started again if it has ended', async () => {
  const naps = ['77911', '77912'].map((seconds) =>
    runs.prepare(flowText(`tasks:\n  - {id: nap, ${shell}, commands: [echo waiting, sleep ${seconds}]}\n`)),
  );
  const ends = naps.map(({ execution }) => execution.run());
  await expect.poll(() => naps.every(({ log }) => log().includes('waiting')), { timeout: 20_000 }).toBe(true);
  const [helper = 0, ...others] = helpers();
  expect(others).toEqual([]);
  process.kill(-helper, 'SIGKILL');
  await expect.poll(helpers, { timeout: 20_000 }).toEqual([]);
  expect((await runs.run(greeting)).end.state).toBe('SUCCESS');
  await expect.poll(() => helpers().length, { timeout: 20_000 }).toBe(1);
  await Promise.all(naps.map(({ execution }) => execution.kill()));
  expect((await Promise.all(ends)).map(({ state }) => state)).toEqual(['KILLED', 'KILLED']);
});

/** The helpers of this process, which `processesWith` finds by their program. */
function helpers(): number[] {
  return processesWith(' flowgate-keep-watch ').filter((id) => {
    const [, parent] = readFileSync(`/proc/${id}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    return Number(parent) === process.pid;
  });
}
