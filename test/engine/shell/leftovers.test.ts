import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { cgroupParent, ExecutionCgroup } from '../../../src/engine/shell/execution-cgroup.ts';
import { executionMark } from '../../../src/engine/shell/execution-mark.ts';
import { endLeftovers } from '../../../src/engine/shell/local-execution.ts';
import { LocalRuns } from '../../support/local-run.ts';
import { processesWith } from '../../support/processes.ts';
import { flowText } from '../../support/transpile-yaml.ts';

const shell = 'type: dev.vendor.plugin.core.shell.Shell';
const hasCgroups = cgroupParent() !== undefined;
const runs = new LocalRuns();
afterAll(() => runs.close());

/** A flow that leaves processes behind in every way, which sleep for this long; its last task never ends. */
function flowThatLeaves(seconds: string): string {
  // Elsewhere, without the mark and with another parent, nothing but a cgroup knows whose it is.
  const elsewhere = hasCgroups ? `(cd /; setsid env -i sleep ${seconds}9 > /dev/null 2>&1 &) > /dev/null 2>&1` : ':';
  return flowText(`tasks:
  - id: leave
    ${shell}
    commands:
      - sleep ${seconds}1 &
      - setsid sleep ${seconds}2 &
      - (setsid sleep ${seconds}3 > /dev/null 2>&1 &) > /dev/null 2>&1
      - (trap '' TERM INT HUP; setsid sh -c "trap '' TERM; sleep ${seconds}4; sleep ${seconds}4" &) > /dev/null 2>&1
      - (setsid env -i sleep ${seconds}5 &) > /dev/null 2>&1
      - nohup sleep ${seconds}6 > /dev/null 2>&1 &
      - ${elsewhere}
  - {id: wait, ${shell}, commands: ["trap '' TERM", "echo waiting", "env -i sleep ${seconds}7", "sleep ${seconds}8"]}
`);
}

describe('processes that scripts leave behind', () => {
  it('run until the execution ends, and then end', async () => {
    const run = await runs.run(
      flowText(`tasks:
  - {id: serve, ${shell}, commands: ["setsid sleep 77701 > /dev/null 2>&1 &", "(setsid env -i sleep 77702 &) > /dev/null 2>&1"]}
  - id: use
    ${shell}
    commands:
      # They may take a moment to start.
      - for _ in $(seq 100); do
      - '  count=$(grep -lz 7770[12] /proc/[0-9]*/cmdline | wc -l)'
      - '  if [ "$count" -ge 2 ]; then break; fi; sleep 0.1'
      - done
      - echo "$count"
`),
    );
    expect(run.end.state).toBe('SUCCESS');
    expect(Number(run.log())).toBeGreaterThanOrEqual(2);
    expect(processesWith('sleep 7770')).toEqual([]);
    expect(existsSync(ExecutionCgroup.of(executionMark(run.folder))?.path ?? '')).toBe(false);
  });

  it('end with a stop', async () => {
    const run = runs.prepare(flowThatLeaves('7771'));
    const ended = run.execution.run();
    await until(() => run.log().includes('waiting'));
    expect(processesWith('sleep 7771').length).toBeGreaterThanOrEqual(hasCgroups ? 8 : 7);
    run.execution.stop();
    expect((await ended).state).toBe('KILLED');
    expect(processesWith('sleep 7771')).toEqual([]);
  });

  it('end when they are killed', async () => {
    const run = runs.prepare(flowThatLeaves('7772'));
    const ended = run.execution.run();
    await until(() => run.log().includes('waiting'));
    await run.execution.kill();
    expect(processesWith('sleep 7772')).toEqual([]);
    expect((await ended).state).toBe('KILLED');
  });

  it('end after the engine was ended by KILL, without any other program', async () => {
    const engine = await killedEngine(flowThatLeaves('7773'));
    await until(() => processesWith('sleep 7773').length === 0);
    // Nothing with values of the flow has a name on the disk.
    expect(readdirSync(join(engine.folder, 'execution')).filter((name) => name.startsWith('script'))).toEqual([]);
  });

  it('end, with their files, by endLeftovers', async () => {
    const engine = await killedEngine(flowThatLeaves('7774'));
    await endLeftovers(join(engine.folder, 'execution'));
    expect(processesWith('sleep 7774')).toEqual([]);
    expect(existsSync(join(engine.folder, 'execution'))).toBe(false);
    await endLeftovers(join(engine.folder, 'execution'));
  });
});

it('the timer of a task ends with the task, however early that is', async () => {
  const tasks = Array.from({ length: 20 }, (_, n) => `  - {id: t${n}, ${shell}, timeout: 77775s, commands: [":"]}\n`);
  const wait = `  - {id: wait, ${shell}, commands: ["while [ ! -e go ]; do sleep 0.1; done"]}\n`;
  const started = Array.from({ length: 4 }, () => runs.prepare(flowText(`tasks:\n${tasks.join('')}${wait}`)));
  const ended = started.map(({ execution }) => execution.run());
  await until(() => started.every(({ states }) => states.includes('wait RUNNING')));
  await until(() => processesWith('sleep 77775').length === 0);
  for (const { folder } of started) writeFileSync(join(folder, 'workspace', 'go'), '');
  expect((await Promise.all(ended)).map(({ state }) => state)).toEqual(Array(4).fill('SUCCESS'));
});

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Runs a flow in an engine of its own, and ends that engine by KILL while the flow waits. */
async function killedEngine(flow: string): Promise<{ readonly folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'flowgate-killed-'));
  folders.push(folder);
  const program = join(import.meta.dirname, '../../support/killed-engine.ts');
  const engine = spawn(process.execPath, ['--import', 'tsx', program, folder, flow], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  engine.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await until(() => output.includes('waiting'));
  const ended = new Promise((resolve) => engine.once('exit', resolve));
  engine.kill('SIGKILL');
  await ended;
  return { folder };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(20);
}
