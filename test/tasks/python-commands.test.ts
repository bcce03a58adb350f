import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { TaskRunner, type TaskRequest } from '../support/task-runner.ts';

const runner = new TaskRunner();
afterAll(() => runner.close());

function run(commands: readonly string[], rest: Partial<TaskRequest> = {}, properties: TaskRequest['properties'] = {}) {
  return runner.run({ type: 'scripts.python.Commands', ...rest, properties: { commands, ...properties } });
}

const awkward = 'it\'s "q" \\n \\ {x} %s $$5 ${HOME} $(touch pwned) `x` \'\'\' """\n日本語 🚀\t\n\n';

describe('Python commands', () => {
  it('run in order, each in its own process, like python -c', async () => {
    const about =
      'import os, sys; print(__name__, sys.argv, "__file__" in globals(), repr(sys.path[0]), sys.stdin.read() == "")';
    const { status, stdout, stderr } = await run([about, 'x = 1', 'print("x" in globals(), sorted(globals()))']);
    expect([status, stderr]).toEqual([0, '']);
    const [first, second] = stdout.split('\n');
    expect(first).toBe("__main__ ['-c'] False '' True");
    expect(second).toMatch(/^False \['__annotations__', '__builtins__'|^False \['__builtins__'/);
  });

  it('work the same with references', async () => {
    const { status, stdout, stderr } = await run(
      [
        'import os, sys; print(__name__, sys.argv, "__file__" in globals(), repr(sys.path[0]), {{ inputs.count }})',
        'print(sorted(name for name in globals() if not name.startswith("__")), {{ inputs.count }} + 1)',
      ],
      { types: { 'inputs.count': 'INT' }, values: { COUNT: '41' } },
    );
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toBe("__main__ ['-c'] False '' 41\n[] 42\n");
  });

  it('get values as data of their types', async () => {
    const { stdout, workspace } = await run(
      ['print({{ inputs.who }}, end="|")', 'print("<{{ inputs.who }}>", {{ inputs.none }}, {{ inputs.list }})'],
      {
        types: { 'inputs.none': 'INT', 'inputs.list': 'JSON' },
        values: { WHO: awkward, LIST: '[1, null]' },
      },
    );
    expect(stdout).toBe(`${awkward}|<${awkward}> None [1, None]\n`);
    expect(existsSync(join(workspace, 'pwned'))).toBe(false);
  });

  it("are the author's text, whatever it contains", async () => {
    const text = 'it\'s "$HOME" `id` $(id) \\\\ ${X}';
    const { stdout } = await run([`if True:\n    text = r'''${text}'''\n\nprint(text)`, `print('''${text}''')\n\n`]);
    expect(stdout).toBe(`${text}\n${text.replaceAll('\\\\', '\\')}\n`);
  });

  it('stop at the first failure, with its status', async () => {
    expect(await run(['print(1)', 'import sys; sys.exit(7)', 'print(2)'])).toMatchObject({ status: 7, stdout: '1\n' });
    expect(
      await run(['print({{ inputs.x }})', 'raise ValueError({{ inputs.x }})', 'print(2)'], { values: { X: 'why' } }),
    ).toMatchObject({ status: 1, stdout: 'why\n' });
    const rejected = await run(['print(1)', '{{ inputs.x }} = 2', 'print(2)'], { values: { X: 'why' } });
    expect([rejected.status, rejected.stdout, rejected.stderr]).toEqual([
      1,
      '1\n',
      expect.stringContaining('a reference is a value'),
    ]);
  });

  it('have the environment of a Python task', async () => {
    const { status, stdout, workspace, outputs } = await run(
      [
        'import os, greet; print(os.environ["LEVEL"], greet.word, os.getcwd().endswith("/here"))',
        'import json; print(json.dumps({"n": 1}))',
      ],
      { outputSchema: { n: 'INT' } },
      {
        envVars: { LEVEL: 'strict' },
        workingDir: 'here',
        inputFiles: { 'greet.py': 'word = "hello"' },
        beforeCommands: ['echo before > before.txt'],
      },
    );
    expect([status, stdout.split('\n')[0]]).toEqual([0, 'strict hello True']);
    expect(readFileSync(join(workspace, 'here/before.txt'), 'utf8')).toBe('before\n');
    expect(outputs).toBe('{"n": 1}\n');
    expect(await run(['import sys; print("oh", file=sys.stderr)'], {}, { failOnStderr: true })).toMatchObject({
      status: 1,
    });
  });

  it('work in an absolute folder', async () => {
    const elsewhere = join(runner.makeWorkspace(), 'new folder');
    expect((await run(['import os; print(os.getcwd())'], {}, { workingDir: elsewhere })).stdout).toBe(`${elsewhere}\n`);
    expect(
      (
        await run(
          ['import os; print(os.getcwd())'],
          { values: { WHERE: elsewhere } },
          { workingDir: '{{ inputs.where }}' },
        )
      ).stdout,
    ).toBe(`${elsewhere}\n`);
  });
});
