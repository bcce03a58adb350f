import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { stopKeys } from '../../../../src/faces/cli/local/stop-keys.ts';
import { flow, folderIn, LocalLine, program, shell } from './local-line.ts';

let line: LocalLine;
beforeEach(() => {
  line = new LocalLine();
});
afterEach(() => line.remove());

/** Runs its arguments on a terminal, closes that at the first output of a task, and prints the exit status. */
const closeTerminal = `
import os, pty, sys
process, terminal = pty.fork()
if process == 0: os.execv(sys.argv[1], sys.argv[1:])
shown = b''
while b'started' not in shown: shown += os.read(terminal, 4096)
os.close(terminal)
print(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
`;

const waits = (clean: string) => `tasks:
  - {id: wait, ${shell}, commands: ['echo started; sleep 60']}
finally:
  - {id: clean, ${shell}, commands: ['${clean}']}
`;

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s runs final tasks and ends with 3', async (signal) => {
  const run = line.spawnFlow(waits('echo cleaned'));
  await run.until('started');
  run.child.kill(signal);
  expect({ status: await run.end, stdout: run.stdout }).toEqual({ status: 3, stdout: 'started\ncleaned\n' });
  expect(run.stderr).toContain('Stopping; press Ctrl-C again to skip the final tasks\n');
  expect(run.stderr).toMatch(/\nKILLED {2}0 of 1 task, 1 stopped {2}/);
  expect(existsSync(folderIn(run.stderr))).toBe(false);
});

test('a terminal that is closed runs final tasks, and the process ends as after Ctrl-C', async () => {
  line.write('flow.yaml', flow('tested', waits(`touch ${line.folder}/cleaned`)));
  const words = ['-c', closeTerminal, process.execPath, program, 'run', 'flow.yaml'];
  const { stdout } = await promisify(execFile)('python3', words, { cwd: line.folder });
  expect(stdout).toBe('3\n');
  expect(existsSync(join(line.folder, 'cleaned'))).toBe(true);
});

test('a second Ctrl-C ends everything', async () => {
  const run = line.spawnFlow(waits('echo cleaning; sleep 60; touch late'));
  await run.until('started');
  run.child.kill('SIGINT');
  await run.until('cleaning');
  // A later keypress than the first one, however quick the final task was.
  await new Promise((resolve) => setTimeout(resolve, 350));
  run.child.kill('SIGINT');
  expect(await run.end).toBe(3);
  expect(run.stderr).toContain('\nEnding everything\n');
  const folder = folderIn(run.stderr);
  expect(existsSync(folder)).toBe(false);
  expect(processesIn(folder)).toEqual([]);
});

test('a reader that closes the pipe stops the run', async () => {
  const run = line.spawnFlow(`tasks:
  - {id: chat, ${shell}, commands: ['echo started; while sleep 0.1; do echo more; done']}
finally:
  - {id: clean, ${shell}, commands: ['touch "${line.folder}/cleaned"']}
`);
  await run.until('started');
  run.child.stdout?.destroy();
  expect(await run.end).toBe(3);
  expect(existsSync(join(line.folder, 'cleaned'))).toBe(true);
});

test('signals within one keypress count once', () => {
  const events: string[] = [];
  let time = 1000;
  const press = stopKeys({ stop: () => events.push('stop'), kill: () => events.push('kill'), now: () => time });
  press();
  time += 299;
  press();
  expect(events).toEqual(['stop']);
  time += 1;
  press();
  press();
  expect(events).toEqual(['stop', 'kill']);
});

/** The processes that work in a folder, also if it is removed. */
function processesIn(folder: string): readonly string[] {
  return readdirSync('/proc').filter((id) => {
    try {
      return /^\d+$/.test(id) && readlinkSync(`/proc/${id}/cwd`).startsWith(folder);
    } catch {
      return false; // of another user, or ended
    }
  });
}
