import { execFile } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WaitRequest } from '../../../../src/engines/local/interpreter/run-ports.ts';
import { TerminalWaits } from '../../../../src/faces/cli/local/terminal-waits.ts';
import { Printer } from '../../../../src/faces/cli/printer.ts';
import type { Terminal } from '../../../../src/faces/cli/terminal.ts';
import { planFlow } from '../../../../src/language/execution-plan/plan-flow.ts';
import type { WaitTexts } from '../../../../src/language/flow/wait.ts';
import { flowOf, taskTypes } from '../../../support/transpile-yaml.ts';
import { flow, LocalLine, log, program } from './local-line.ts';

let line: LocalLine;
beforeEach(() => {
  line = new LocalLine();
});
afterEach(() => line.remove());

const type = (name: string) => `type: dev.vendor.plugin.core.flow.${name}`;
const now = Date.UTC(2026, 0, 1);

/** A request for the only task of a flow. */
function requestOf(task: string, texts: WaitTexts = {}): WaitRequest {
  const checked = flowOf(flow('tested', `tasks:\n  - ${task}\n`));
  const [plan] = planFlow(checked, undefined, { taskTypes, settings: { vendor: 'vendor', prefix: 'VENDOR' } }).plan
    .sections.tasks;
  if (plan?.work.kind !== 'wait') throw new Error('The task does not wait');
  return { path: plan.task.id, plan, wait: plan.work.wait, texts, seconds: plan.task.timeout?.seconds };
}

/** Waits on a terminal where each question gets the next answer. */
function terminalWith(...answers: readonly string[]) {
  const left = [...answers];
  const shown: string[] = [];
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const write = (text: string): void => {
    if (text === '') return;
    shown.push(text);
    if (!/[:\]] $/.test(text)) return;
    const answer = left.shift();
    if (answer !== undefined) setImmediate(() => stdin.write(`${answer}\n`));
  };
  const terminal = { stdin, stderr: new Printer({ write, isTTY: true }, false), environment: { USER: 'ada' } };
  const waits = new TerminalWaits({ terminal: terminal as unknown as Terminal, approved: new Set(), now: () => now }); // what it uses
  return { waits, shown, stdin };
}

const form =
  'inputs: [{id: count, type: INT, display_name: Number}, {id: more, type: BOOLEAN, defaults: false}, {id: why, type: STRING, depends_on: {inputs: [more], condition: inputs.more}}]';
const approval = `{id: ask, ${type('Approval')}, message: Go?, ${form}}`;
const never = new AbortController().signal;

test('asks for the form and the decision, again after an invalid value', async () => {
  const { waits, shown } = terminalWith('many', '', '3', '', 'y');
  const answer = await waits.wait(requestOf(approval, { message: 'Release 1.0?' }), never);
  expect(answer).toEqual({
    state: 'SUCCESS',
    outputs: new Map([
      ['count', '3'],
      ['more', 'false'],
      ['decision', 'APPROVE'],
      ['approver', 'ada'],
      ['decided_at', '2026-01-01T00:00:00.000Z'],
    ]),
  });
  expect(shown).toEqual([
    'Release 1.0?\n',
    'Number: ',
    'Value must be an integer; found the string "many"\n',
    'Number: ',
    'A value is required\n',
    'Number: ',
    'more [false]: ',
    'Approve? [y/N] ',
  ]);
});

test('a rejection has the first text as its note', async () => {
  const { waits } = terminalWith('3', 'true', 'too early', 'n');
  expect(await waits.wait(requestOf(approval), never)).toEqual({
    state: 'FAILED',
    reason: 'rejected by ada: too early',
  });
});

test('the end of the input, a stop and the timeout end the question', async () => {
  const { waits, stdin } = terminalWith();
  const waiting = waits.wait(requestOf(`{id: ask, ${type('Approval')}, message: Go?}`), never);
  stdin.end();
  expect(await waiting).toEqual({ state: 'FAILED', reason: 'no answer was given' });

  const stop = new AbortController();
  const stopped = terminalWith().waits.wait(requestOf(approval), stop.signal);
  setTimeout(() => stop.abort(), 10);
  expect(await stopped).toEqual({ state: 'KILLED' });

  const late = `{id: ask, ${type('Approval')}, message: Go?, timeout: 0.01s}`;
  expect(await terminalWith().waits.wait(requestOf(late), never)).toEqual({
    state: 'FAILED',
    reason: 'nobody decided within 0.01s',
  });
});

test('asks for the JSON of a signal', async () => {
  const { waits, shown } = terminalWith('yes', '{"passed": 1}', '{"passed": true}');
  const task = `{id: done, ${type('Wait')}, signal: tests-done, timeout: 2h, outputSchema: {passed: {type: BOOLEAN}}}`;
  expect(await waits.wait(requestOf(task), never)).toEqual({
    state: 'SUCCESS',
    outputs: new Map([['passed', 'true']]),
  });
  expect(shown.filter((text) => !text.endsWith(': '))).toEqual([
    'the signal has no JSON object\n',
    'the signal has an invalid field passed: Value must be true or false; found the number 1\n',
  ]);
});

test('waits for a time, unless it is stopped', async () => {
  const { waits, shown } = terminalWith();
  const task = requestOf(`{id: later, ${type('Wait')}, for: 2h}`, { for: '2h' });
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 10);
  expect(await waits.wait(task, stop.signal)).toEqual({ state: 'KILLED' });
  expect(shown).toEqual(['Waits until 2026-01-01T02:00:00.000Z\n']);
  expect(await waits.wait({ ...task, texts: { until: '2025-12-31T23:00:00Z' } }, never)).toMatchObject({
    state: 'SUCCESS',
  });
  expect(await waits.wait({ ...task, texts: { for: 'x' } }, never)).toMatchObject({ state: 'FAILED' });
});

const release = `tasks:
  - {id: release, ${type('Approval')}, message: "Go?", inputs: [{id: note, type: STRING, defaults: none}]}
  - {id: say, ${log}, message: "{{ task_outputs.release.decision }}: {{ task_outputs.release.note }}"}
`;

test('without a terminal, --approve approves', async () => {
  expect(await line.runFlow(release, '--approve', 'release')).toMatchObject({ status: 0, stdout: 'APPROVE: none\n' });
  const { status, stderr } = await line.runFlow(release);
  expect(status).toBe(1);
  expect(stderr).toContain('Task release failed: nobody can decide without a terminal; add --approve release');
  expect(await line.runFlow(release.replace(', defaults: none', ''), '--approve', 'release')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('the form rejects the value of note: A value is required'),
  });
  expect(await line.runFlow(release, '--approve', 'relase')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining(
      '--approve is "relase"; the approvals of the flow are release. Did you mean "release"?',
    ),
  });
});

test('without a terminal, a signal does not arrive, and a time passes', async () => {
  const tasks = `tasks:
  - {id: past, ${type('Wait')}, until: "2020-01-01T00:00:00"}
  - {id: pause, ${type('Wait')}, for: 0.1s}
  - {id: done, ${type('Wait')}, signal: tests-done, timeout: 2h}
`;
  const { stderr } = await line.runFlow(tasks);
  expect(stderr).toMatch(/\n✔ pause {2}SUCCESS/);
  expect(stderr).toContain('Task done failed: the signal tests-done can be entered on a terminal only');
});

/** Runs its arguments on a terminal, answers two questions, and prints what the terminal showed. */
const answer = (question: string, text: string) => `
import os, pty, sys
process, terminal = pty.fork()
if process == 0: os.execv(sys.argv[1], sys.argv[1:])
shown = b''
for question, text in ((b'${question}', b'${text}\\n'), (b'[y/N] ', b'yes\\n'), (b'SUCCESS  ', b'')):
  while question not in shown: shown += os.read(terminal, 4096)
  os.write(terminal, text)
while True:
  try: shown += os.read(terminal, 4096)
  except OSError: break
print(shown.decode(), os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
`;

test('asks on a terminal', async () => {
  line.write('flow.yaml', flow('tested', release));
  const words = ['-c', answer('note [none]: ', 'fine'), process.execPath, program, 'run', 'flow.yaml'];
  const { stdout } = await promisify(execFile)('python3', words, { cwd: line.folder });
  expect(stdout).toContain('APPROVE: fine');
  expect(stdout).toMatch(/ 0\n$/);
});

const secretive = `tasks:
  - {id: release, ${type('Approval')}, message: "Go?", inputs: [{id: token, type: SECRET}]}
  - {id: say, ${log}, message: "known", run_if: "{{ task_outputs.release.token matches '^correct-.orse$' }}"}
  - {id: use, type: dev.vendor.plugin.core.shell.Shell, script: 'echo "uses $TASK_RELEASE_TOKEN"'}
`;

test('hides a secret on the terminal and in the log', async () => {
  line.write('flow.yaml', flow('tested', secretive));
  const words = ['-c', answer('token: ', 'correct-horse'), process.execPath, program, 'run', 'flow.yaml'];
  const { stdout } = await promisify(execFile)('python3', words, { cwd: line.folder });
  expect(stdout).toContain('known');
  expect(stdout).toContain('uses ****');
  expect(stdout).not.toContain('correct-horse');
});
