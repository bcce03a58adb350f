import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { cgroupParent, ExecutionCgroup } from '../../../../src/engines/local/shell/execution-cgroup.ts';
import { executionMark } from '../../../../src/engines/local/shell/execution-mark.ts';
import { ExecutionProcesses, parentsFirst } from '../../../../src/engines/local/shell/execution-processes.ts';
import { endLeftovers } from '../../../../src/engines/local/shell/local-execution.ts';
import { scriptReaper } from '../../../../src/engines/local/shell/script-reaper.ts';
import { LocalRuns } from '../../../support/local-run.ts';
import { processesWith } from '../../../support/processes.ts';
import { flowText } from '../../../support/transpile-yaml.ts';

const shell = 'type: dev.vendor.plugin.core.shell.Shell';
const hasReaper = scriptReaper() !== undefined;
const holdsAll = hasReaper || cgroupParent() !== undefined;
const runs = new LocalRuns();
afterAll(() => runs.close());

/** A flow that leaves processes behind in every way, which sleep for this long; its last task never ends. */
function flowThatLeaves(seconds: string): string {
  // Elsewhere, without the mark and with another parent, nothing but a cgroup or a reaper knows whose it is.
  const elsewhere = holdsAll ? `(cd /; setsid env -i sleep ${seconds}9 > /dev/null 2>&1 &) > /dev/null 2>&1` : 'true';
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
      - '  count=$(grep -slz 7770[12] /proc/[0-9]*/cmdline | wc -l)'
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

  it('are looked for while other work has its turns', async () => {
    const mark = executionMark('/the/test');
    const child = spawn('/bin/sh', ['-c', 'for i in $(seq 200); do sleep 7779 & done; echo; wait'], {
      env: { PATH: process.env['PATH'], FLOWGATE_LOCAL_RUN: mark },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await once(child.stdout, 'data');
    let turns = 0;
    let isOver = false;
    const count = () => void (isOver || (turns++, setImmediate(count)));
    setImmediate(count);
    const processes = new ExecutionProcesses({ mark, folder: '/the/test' });
    const found = await processes.find();
    isOver = true;
    expect(found.size).toBe(201);
    expect(turns).toBeGreaterThanOrEqual(1);
    await processes.end(0);
    expect(await processes.find()).toEqual(new Set());
  });

  it('end with a stop', async () => {
    const run = runs.prepare(flowThatLeaves('7771'));
    const ended = run.execution.run();
    await until(() => run.log().includes('waiting'));
    expect(processesWith('sleep 7771').length).toBeGreaterThanOrEqual(holdsAll ? 8 : 7);
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

// Where no reaper runs, the report names what is skipped and why.
describe.skipIf(!hasReaper)('hidden processes without a cgroup (needs /usr/bin/perl)', () => {
  const withoutCgroup = { usesCgroup: false };
  const hide = (seconds: string): string =>
    `(cd /; setsid env -i sh -c 'sleep ${seconds}1 & sleep ${seconds}2' > /dev/null 2>&1 &)`;
  const hideIn = (seconds: string, ...then: string[]): string =>
    flowText(`tasks:
  - {id: hide, ${shell}, commands: ${JSON.stringify([hide(seconds)])}}
  - {id: go-on, ${shell}, commands: ${JSON.stringify([...then])}}
`);
  const reaper = `$(awk '{print $4}' /proc/$PPID/stat)`;
  const waits = ['echo waiting', 'sleep 77809'];
  const hidden = (seconds: string): number => processesWith(`sleep ${seconds}`).length;

  it('run until the execution ends, and then end', async () => {
    const counts = [
      'for _ in $(seq 100); do',
      `  count=$(grep -slz '^7781[12]' /proc/[0-9]*/cmdline | wc -l)`,
      '  if [ "$count" -ge 2 ]; then break; fi; sleep 0.1',
      'done',
      'echo "$count"',
    ];
    const run = await runs.run(hideIn('7781', ...counts), withoutCgroup);
    expect([run.end.state, run.log()]).toEqual(['SUCCESS', '2\n']);
    expect(hidden('7781')).toBe(0);
    expect(processesWith(executionMark(run.folder))).toEqual([]);
  });

  it('end with a stop', async () => {
    const run = runs.prepare(hideIn('7782', ...waits), withoutCgroup);
    const ended = run.execution.run();
    await until(() => run.log().includes('waiting') && hidden('7782') >= 2);
    run.execution.stop();
    expect((await ended).state).toBe('KILLED');
    expect(hidden('7782')).toBe(0);
  });

  it('end when they are killed', async () => {
    const run = runs.prepare(hideIn('7783', ...waits), withoutCgroup);
    const ended = run.execution.run();
    await until(() => run.log().includes('waiting') && hidden('7783') >= 2);
    await run.execution.kill();
    expect(hidden('7783')).toBe(0);
    expect((await ended).state).toBe('KILLED');
  });

  it('end after the engine was ended by KILL', async () => {
    await killedEngine(hideIn('7784', ...waits), 'no-cgroup');
    await expect.poll(() => hidden('7784'), { timeout: 20_000 }).toBe(0);
  });

  it('a script gets the descriptors, the session and the variables that it has without a reaper', async () => {
    const look = flowText(String.raw`tasks:
  - id: look
    ${shell}
    commands:
      - ls /proc/$PPID/fd
      - read -r pid _ _ _ group session _ < /proc/$PPID/stat; echo "$((pid - group)) $((pid - session))"
      - tr '\0' '\n' < /proc/$PPID/environ | sed 's/=.*//'
      - grep -E '^Sig(Blk|Ign)' /proc/$PPID/status
`);
    const [plain, adopted] = [await runs.run(look), await runs.run(look, withoutCgroup)];
    expect(plain.log()).toContain('WORKSPACE');
    expect(adopted.log()).toBe(plain.log());
  });

  it('a reaper holds no output open', async () => {
    const commands = [`ls -l /proc/${reaper}/fd | grep -c output-`];
    const flow = flowText(`tasks:\n  - {id: look, ${shell}, commands: ${JSON.stringify(commands)}}\n`);
    expect((await runs.run(flow, withoutCgroup)).log()).toBe('0\n');
  });

  it('a script that ends or stops its reaper does not hold up the execution', async () => {
    for (const signal of ['KILL', 'STOP']) {
      const flow = flowText(`tasks:
  - {id: attack, ${shell}, commands: ["echo waiting; kill -${signal} ${reaper}; sleep 77850"]}
`);
      const run = runs.prepare(flow, withoutCgroup);
      const ended = run.execution.run();
      await until(() => run.log().includes('waiting'));
      if (signal === 'STOP') await run.execution.kill();
      expect((await ended).state).toBe(signal === 'STOP' ? 'KILLED' : 'FAILED');
      expect(processesWith('sleep 77850')).toEqual([]);
    }
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
async function killedEngine(flow: string, ...options: readonly string[]): Promise<{ readonly folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'flowgate-killed-'));
  folders.push(folder);
  const program = join(import.meta.dirname, '../../../support/killed-engine.ts');
  const engine = spawn(process.execPath, ['--import', 'tsx', program, folder, flow, ...options], {
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

it.each([
  ['a program with a lower number than its shell', { 9: 1, 3: 9, 2: 3 }, [9, 3, 2]],
  ['several scripts', { 7: 1, 4: 7, 8: 1, 5: 8, 6: 8 }, [7, 4, 8, 5, 6]],
  ['numbers that are used again', { 3: 2, 2: 3 }, [3, 2]],
])('a signal reaches parents before their children: %s', (_name, parents, expected) => {
  const running = Object.entries(parents).map(([id, parent]) => ({ id: Number(id), parent }));
  expect([...parentsFirst(new Set(running.map(({ id }) => id)), [...running, { id: 1, parent: 0 }])]).toEqual(expected);
});
