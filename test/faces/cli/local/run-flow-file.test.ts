import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { requireShell } from '../../../../src/faces/cli/local/run-flow-file.ts';
import { folderIn, hello, LocalLine, log, shell, subflow } from './local-line.ts';

let line: LocalLine;
beforeEach(() => {
  line = new LocalLine();
});
afterEach(() => line.remove());

describe('run FILE', () => {
  test('prints the output of tasks on stdout, and headings, states and times on stderr', async () => {
    line.write('hello.yaml', hello);
    const { status, stdout, stderr } = await line.run(['run', 'hello.yaml', '--input', 'user_name=Ada']);
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'Hello Ada\n' });
    expect(stderr).toMatch(
      /^local\/hello runs on this machine, in \S+flowgate-run-\w{6}\/workspace\n▶ greet {2}Log a message\n✔ greet {2}SUCCESS {2}\d\.\d s\nSUCCESS {2}1 task {2}\d\.\d s\n$/,
    );
    expect(existsSync(folderIn(stderr))).toBe(false);
  });

  test('says that it takes no locks', async () => {
    const { status, stderr } = await line.runFlow(`locks: [db]\ntasks:\n  - {id: one, ${log}, message: hello}\n`);
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: expect.stringContaining('\nLocks are not taken: only a server has them\n'),
    });
  });

  test('reads a flow from standard input', async () => {
    const { status, stdout } = await line.run(['run', '-', '-i', 'user_name=Ada'], hello);
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'Hello Ada\n' });
  });

  test('ends a failed run with 1, the reason, and what ran', async () => {
    const { status, stdout, stderr } = await line.runFlow(`variables:
  STOP: "yes"
tasks:
  - {id: one, ${shell}, commands: ['echo first']}
  - {id: two, ${log}, message: never, run_if: "variables.STOP == 'no'"}
  - {id: three, ${shell}, commands: ['exit 7']}
  - {id: four, ${log}, message: not reached}
finally:
  - {id: clean, ${log}, message: cleaned}
`);
    expect({ status, stdout }).toEqual({ status: 1, stdout: 'first\ncleaned\n' });
    expect(stderr).toContain('○ two  skipped\n');
    expect(stderr).toContain('▶ clean  Log a message (finally)\n');
    expect(stderr).toMatch(/\n✖ three {2}FAILED {2}\d\.\d s\n/);
    expect(stderr).toMatch(
      /\nFAILED {2}Task three failed: its script ended with status 7 {2}1 of 4 tasks, 1 skipped, 1 failed, 1 not run {2}\d\.\d s\n$/,
    );
  });

  test('counts a warning as a failure only with --strict', async () => {
    const body = `tasks:\n  - {id: one, ${shell}, commands: ['exit 1'], allow_failure: true}\n`;
    expect(await line.runFlow(body)).toMatchObject({ status: 0, stderr: expect.stringContaining('\nWARNING  ') });
    expect((await line.runFlow(body, '--strict')).status).toBe(1);
  });

  test('prints problems with file, line and column, and runs nothing', async () => {
    const { status, stdout, stderr } = await line.runFlow(`tasks:\n  - {id: one, ${log}, mesage: hello}\n`);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr.split('\n').map((text) => text.split(' ', 3).join(' '))).toEqual([
      'flow.yaml:5:6 error missing-property',
      'flow.yaml:5:53 error unknown-property',
      '',
    ]);
  });

  test('prints every invalid value', async () => {
    line.write('hello.yaml', hello);
    expect(await line.run(['run', 'hello.yaml', '-i', 'usr_name=Ada'])).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'user_name: A value is required\nusr_name: Unknown input "usr_name". Did you mean "user_name"?\n',
    });
  });

  test('converts values to the types of their inputs', async () => {
    const body = `inputs:
  - {id: count, type: INT}
  - {id: tags, type: MULTISELECT, values: [a, b, c]}
  - {id: ratio, type: FLOAT, defaults: 0.5}
tasks:
  - {id: show, ${shell}, commands: ['echo "$COUNT $TAGS $RATIO"']}
`;
    expect(await line.runFlow(body, '-i', 'count=3', '-i', 'tags=a', '-i', 'tags=c')).toMatchObject({
      status: 0,
      stdout: '3 ["a","c"] 0.5\n',
    });
  });

  test('masks secrets, and warns of one in the command line', async () => {
    line.environment = { ...line.environment, TOKEN_OF_CI: 'hunter22' };
    const body = `inputs:\n  - {id: token, type: SECRET}\ntasks:\n  - {id: show, ${shell}, commands: ['echo "<$TOKEN>"; echo "$TOKEN" | tr "2" "3"']}\n`;
    const { stdout, stderr } = await line.runFlow(body, '--input-env', 'token=TOKEN_OF_CI', '--format', 'json');
    expect(JSON.parse(stdout)).toMatchObject({ inputs: { token: '****' } });
    expect(stderr).toContain('<****>\nhunter33\n');
    expect(stdout + stderr).not.toContain('hunter22');
    expect((await line.runFlow(body, '-i', 'token=hunter22')).stderr).toMatch(/^flowgate: token is a secret/);
  });

  test('reads the secrets that references name, also of called flows, with the settings of the shell', async () => {
    line.write('secrets/web-token', 'hunter22\n');
    line.write(
      'common/child.yaml',
      `id: child\nnamespace: local\ndescription: x\ninputs: [{id: token, type: SECRET, defaults: "env:TOKEN_OF_CI"}]\ntasks:\n  - {id: show, ${shell}, env: {TOKEN: '{{ inputs.token }}'}, commands: ['echo "$TOKEN \${#TOKEN}"']}\n`,
    );
    line.environment = {
      ...line.environment,
      TOKEN_OF_CI: 'hunter333',
      FLOWGATE_SECRETS_DIR: join(line.folder, 'secrets'),
      FLOWGATE_KEY_FILE: '/absent',
    };
    const body = `inputs:\n  - {id: token, type: SECRET, defaults: "file:web-token"}\ntasks:\n  - {id: show, ${shell}, commands: ['echo "$TOKEN \${#TOKEN}"']}\n  - {id: call, ${subflow}, namespace: local, flowId: child}\n`;
    const { stdout, stderr } = await line.runFlow(body, '--flows', 'common');
    expect({ stdout, stderr }).toMatchObject({ stdout: '**** 8\n**** 9\n' });
    expect(await line.runFlow(body, '--flows', 'common', '-i', 'token=file:absent')).toMatchObject({
      status: 1,
      stderr: 'flowgate: The secret file:absent cannot be used: there is no such file in FLOWGATE_SECRETS_DIR.\n',
    });
    line.environment = { ...line.environment, FLOWGATE_SECRETS_DIR: '/absent' };
    expect((await line.runFlow(body, '--flows', 'common')).stderr).toContain('FLOWGATE_SECRETS_DIR is "/absent"');
  });

  test('passes none of its own variables to scripts', async () => {
    line.environment = { ...line.environment, REDIS_URL: 'redis://x', FLOWGATE_KEY: 'x', JENKINS_TOKEN: 'x' };
    const { stdout } = await line.runFlow(`tasks:\n  - {id: show, ${shell}, commands: ['env']}\n`);
    const names = stdout.split('\n').map((text) => text.split('=')[0]);
    // The program around a script sets these, as on an agent of Jenkins.
    const own = ['FLOWGATE_NAMES', 'FLOWGATE_TASK_DIR', 'FLOWGATE_TASK_RUN'];
    const foreign = names.filter((name = '') => !own.includes(name) && /FLOWGATE|JENKINS|REDIS|NODE|VITEST/.test(name));
    expect(foreign).toEqual([]);
    expect(names).toContain('PATH');
  });

  test('runs called flows from the folders of --flows, by default from that of the file', async () => {
    const body = `tasks:\n  - {id: call, ${subflow}, namespace: local, flowId: hello, inputs: {user_name: Bob}}\n`;
    expect(await line.runFlow(body)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(' subflow-not-found '),
    });
    line.write('common/hello.yaml', hello);
    expect(await line.runFlow(body)).toMatchObject({ status: 0, stdout: 'Hello Bob\n' });
    expect((await line.runFlow(body)).stderr).toContain(
      '▶ call  Run another flow local/hello\n▶ call/greet  Log a message\n',
    );
    line.write('other/empty.yaml', '');
    expect((await line.runFlow(body, '--flows', 'other')).status).toBe(1);
    expect((await line.runFlow(body, '--flows', 'other', '--flows', 'common')).status).toBe(0);
    line.write('other/hello.yaml', hello);
    expect(await line.runFlow(body, '--flows', 'other', '--flows', 'common')).toMatchObject({
      status: 2,
      stderr: 'flowgate: the flow local/hello is in two files: other/hello.yaml and common/hello.yaml.\n',
    });
    expect((await line.runFlow(body, '--flows', 'absent')).status).toBe(2);
  });

  test('passes files, and keeps output files with --artifacts', async () => {
    line.write('data.csv', 'a,b\n');
    const body = `inputs:\n  - {id: data, type: FILE}\ntasks:\n  - {id: copy, ${shell}, commands: ['mkdir -p result && cp "$DATA" result/copy.csv'], outputFiles: ['result/**']}\n`;
    const { status, stderr } = await line.runFlow(body, '--file', 'data=data.csv', '--artifacts', 'kept');
    expect(status).toBe(0);
    expect(stderr).toContain(`Output files (in ${join(line.folder, 'kept')}): result/copy.csv\n`);
    expect(line.read('kept/result/copy.csv')).toBe('a,b\n');
    expect((await line.runFlow(body, '--file', 'data=data.csv')).stderr).toContain(
      'Output files (not kept; --artifacts DIR keeps them): result/copy.csv\n',
    );
    expect(await line.runFlow(body, '--file', 'data=data.csv', '--artifacts', '.')).toMatchObject({ status: 2 });
    expect(await line.runFlow(body, '--file', 'data=absent.csv')).toMatchObject({ status: 2 });
  });

  test('runs up to one task with --task, without the outputs that need later ones', async () => {
    const body = `tasks:
  - {id: one, ${shell}, commands: ["echo '{\\"size\\": 3}'"], outputSchema: {size: {type: INT}}}
  - {id: two, ${shell}, commands: ["echo '{\\"size\\": 4}'"], outputSchema: {size: {type: INT}}}
finally:
  - {id: clean, ${log}, message: cleaned}
outputs:
  - {id: first, type: INT, value: "{{ task_outputs.one.size }}"}
  - {id: second, type: INT, value: "{{ task_outputs.two.size }}"}
`;
    const { status, stdout, stderr } = await line.runFlow(body, '--task', 'one');
    expect({ status, stdout }).toEqual({ status: 0, stdout: '{"size": 3}\ncleaned\n' });
    expect(stderr).toMatch(/^local\/tested runs on this machine up to task one, in /);
    expect(stderr).toMatch(/\nSUCCESS {2}1 task {2}.*\n {2}first = 3\n$/);
    expect(await line.runFlow(body, '--task', 'tow')).toMatchObject({
      status: 2,
      stderr: 'flowgate: --task is "tow"; the tasks of the flow are one, two. Did you mean "two"?\n',
    });
  });

  test('runs nothing if a check fails the execution', async () => {
    const body = (behavior: string) =>
      `inputs:\n  - {id: count, type: INT}\nchecks:\n  - {condition: "inputs.count > 2", message: "Too few", style: ERROR, behavior: ${behavior}}\ntasks:\n  - {id: one, ${log}, message: hello}\n`;
    const failed = await line.runFlow(body('FAIL_EXECUTION'), '-i', 'count=1');
    expect(failed).toMatchObject({ status: 1, stdout: '' });
    expect(failed.stderr).toContain('\nFAILED  Too few  0 of 1 task, 1 not run  ');
    expect(await line.runFlow(body('BLOCK_EXECUTION'), '-i', 'count=1')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'flowgate: Too few\n',
    });
  });

  test('keeps the workspace with --keep-workspace', async () => {
    const { stderr } = await line.runFlow(
      `tasks:\n  - {id: one, ${shell}, commands: ['echo x > made.txt']}\n`,
      '--keep-workspace',
    );
    const folder = folderIn(stderr);
    expect(stderr).toContain(`\nThe workspace is kept: ${folder}/workspace\n`);
    expect(readdirSync(join(folder, 'workspace'))).toEqual(['made.txt']);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(folder.startsWith(tmpdir())).toBe(true);
    rmSync(folder, { recursive: true });
  });
});

test('a file needs a POSIX shell', () => {
  expect(() => requireShell('win32')).toThrow(/POSIX shell, which Windows does not have\. Use WSL/);
  expect(() => requireShell('darwin')).not.toThrow();
});
