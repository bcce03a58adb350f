import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { TaskRunner, type TaskRequest } from '../support/task-runner.ts';

const runner = new TaskRunner();
afterAll(() => runner.close());

const type = 'scripts.python.Script';
const awkward = 'it\'s "q" \\n \\ {x} %s $$5 ${HOME} $(touch pwned) `x` \'\'\' """\n日本語 🚀\t\n\n';

function run(script: string, rest: Partial<TaskRequest> = {}, properties: TaskRequest['properties'] = {}) {
  return runner.run({ type, ...rest, properties: { script, ...properties } });
}

describe('a Python script without references', () => {
  it("is the author's text, run by plain Python", async () => {
    const script =
      'import os, sys\nprint(os.environ["MESSAGE"], end="|")\nprint(__name__, os.path.basename(__file__), sys.argv[1:], sys.stdin.read() == "")\n';
    const { files } = await runner.action({ type, properties: { script } });
    expect(files.get('script.py')).toBe(script);
    expect(files.get('compile.py')).toBeUndefined();
    const { status, stdout } = await run(script, { values: { MESSAGE: awkward } });
    expect(stdout).toBe(`${awkward}|__main__ script.py [] True\n`);
    expect(status).toBe(0);
  });

  it('distinguishes an input without a value from an empty one', async () => {
    const { stdout } = await run('import os\nprint(repr(os.environ.get("EMPTY")), os.environ.get("UNSET"))', {
      values: { EMPTY: '' },
    });
    expect(stdout).toBe("'' None\n");
  });

  it("ends with the status of the script, and names the author's line", async () => {
    expect((await run('import sys\nsys.exit(7)')).status).toBe(7);
    const { status, stderr } = await run('x = 1\nif x\n  pass');
    expect(status).toBe(1);
    expect(stderr).toMatch(/script\.py", line 2[^]*SyntaxError/);
  });

  it('preserves any text', async () => {
    const { stdout } = await run(`text = r'''${awkward.replaceAll("'''", '')}'''\nprint(ascii(text))`);
    expect(stdout).toContain('\\u65e5\\u672c\\u8a9e');
  });
});

describe('references in a Python script', () => {
  it('are data of their declared types in code', async () => {
    const names = {
      text: 'STRING',
      count: 'INT',
      ratio: 'FLOAT',
      flag: 'BOOLEAN',
      data: 'JSON',
      many: 'MULTISELECT',
      missing: 'INT',
      gone: 'JSON',
    } as const;
    const script = Object.keys(names)
      .map((id) => `print(repr({{ inputs.${id} }}))`)
      .join('\n');
    const { stdout } = await run(script, {
      types: Object.fromEntries(Object.entries(names).map(([id, name]) => [`inputs.${id}`, name])),
      values: {
        TEXT: "'); import os #",
        COUNT: '-5',
        RATIO: '1e-7',
        FLAG: 'false',
        DATA: '{"k":[1,null,true]}',
        MANY: '["a","b"]',
      },
    });
    expect(stdout.split('\n')).toEqual([
      '"\'); import os #"',
      '-5',
      '1e-07',
      'False',
      "{'k': [1, None, True]}",
      "['a', 'b']",
      'None',
      'None',
      '',
    ]);
  });

  it('are text inside every kind of string literal', async () => {
    const script = [
      '"""doc {{ inputs.line }}"""',
      'from __future__ import division',
      'import os',
      'm = os.environ["M"]',
      'def f():',
      '    """{{ inputs.line }}"""',
      'assert __doc__ == "doc " + os.environ["LINE"]', // on one line, because Python 3.13 removes indentation
      'assert f.__doc__ == os.environ["LINE"]',
      'assert "a{{ inputs.m }}b{{ inputs.m }}" == "a" + m + "b" + m',
      'assert r"\\d{{ inputs.m }}" == "\\\\d" + m',
      'assert b"{{ inputs.m }}".decode() == m',
      'assert f"{1 + 1} {{ inputs.m }} { {{ inputs.m }} } {m!r:>{ {{ inputs.n }} }}" == "2 " + m + " " + m + " " + repr(m)',
      'assert f"{3:>{{ inputs.n }}}" == "      3"',
      'assert "[{{ inputs.unset }}]" == "[]"',
      'assert {{ inputs.m }} == m and {{ inputs.n }} ** 2 == 49 and {{ inputs.unset }} is None',
      'print("all")  # {{ inputs.m }}',
    ];
    const { stdout, stderr } = await run(script.join('\n'), {
      types: { 'inputs.n': 'INT' },
      values: { M: awkward, N: '7', LINE: 'a """ \\ b' },
    });
    expect(stderr).toBe('');
    expect(stdout).toBe('all\n');
  });

  it("are not mistaken for the author's text", async () => {
    const script = 'VALUE_OF_M = "mine"\nprint(VALUE_OF_M, {{ inputs.m }}, "VALUE_OF_M {{ inputs.m }}{{ inputs.m2 }}")';
    const { stdout } = await run(script, { values: { M: 'a', M2: 'b' } });
    expect(stdout).toBe('mine a VALUE_OF_M ab\n');
  });

  it('are fresh lists and maps each time', async () => {
    const { stdout } = await run('for _ in range(2):\n    x = {{ inputs.list }}\n    x.append(1)\n    print(x)', {
      types: { 'inputs.list': 'JSON' },
      values: { LIST: '[]' },
    });
    expect(stdout).toBe('[1]\n[1]\n');
  });

  it.each([
    ['assigned to', '\n{{ inputs.m }} = 1', 2],
    ['a keyword', 'print(1)\nprint({{ inputs.m }}=1)', 2],
    ['a module', '\n\nimport {{ inputs.m }}', 3],
    ['a part of a module', 'from a.{{ inputs.m }} import b', 1],
    ['an attribute', 'import os\nos.{{ inputs.m }}', 2],
    ['a part of a name', 'x{{ inputs.m }}y', 1],
    ['a function', 'def {{ inputs.m }}(): pass', 1],
    ['a loop variable', 'for {{ inputs.m }} in []: pass', 1],
    ['deleted', 'del {{ inputs.m }}', 1],
    ['declared global', 'def f():\n  global {{ inputs.m }}', 2],
    ['a pattern', 'match 1:\n  case {{ inputs.m }}: pass', 2],
    ['a class pattern', 'match 1:\n  case {{ inputs.m }}(): pass', 2],
  ])('are rejected with their line as %s', async (_, script, line) => {
    const { status, stderr } = await run(script, { values: { M: 'print' } });
    expect(status).toBe(1);
    expect(stderr).toBe(
      `script.py: line ${line}: a reference is a value; it cannot be used in a name or a pattern, or be assigned to\n`,
    );
  });

  it('keep __main__, pickle, multiprocessing and tracebacks unchanged', async () => {
    const script = `import multiprocessing, pickle, sys
class Thing:
    pass
def work(number):
    return number + {{ inputs.n }}
if __name__ == '__main__':
    print(type(pickle.loads(pickle.dumps(Thing()))).__module__)
    with multiprocessing.get_context('spawn').Pool(1) as pool:
        print(pool.map(work, [1, 2]))
    {{ inputs.n }} / 0
`;
    const { status, stdout, stderr } = await run(script, { types: { 'inputs.n': 'INT' }, values: { N: '5' } });
    expect(stdout).toBe('__main__\n[6, 7]\n');
    expect(stderr).toMatch(/script\.py", line 10, in <module>[^]*ZeroDivisionError/);
    expect(status).toBe(1);
  });

  it('report a value of the wrong type without showing it', async () => {
    const { status, stderr } = await run('print({{ inputs.n }})', {
      types: { 'inputs.n': 'INT' },
      values: { N: 'hidden' },
    });
    expect(status).toBe(1);
    expect(stderr).toBe('script.py: the value of N is not of the type integer\n');
  });
});

describe('the environment of a Python task', () => {
  it('write input files and import from the working folder', async () => {
    const { stdout, workspace } = await run(
      'import helper\nprint(helper.text == open("data/in.txt").read())',
      { values: { M: awkward } },
      {
        workingDir: 'work here',
        inputFiles: {
          'helper.py': 'import os\ntext = "$HOME \\"x\\" " + os.environ["M"]\n',
          'data/in.txt': '$HOME "x" {{ inputs.m }}',
        },
      },
    );
    expect(stdout).toBe('True\n');
    expect(readFileSync(join(workspace, 'work here/data/in.txt'), 'utf8')).toBe(`$HOME "x" ${awkward}`);
  });

  it('set environment variables, and run commands first in the same session', async () => {
    const { stdout } = await run(
      'import os\nprint(os.environ["A"], os.environ["B"])',
      { values: { M: awkward } },
      {
        envVars: { A: '$x "{{ inputs.m }}"' },
        beforeCommands: ['local_value="from before"', 'export B="$local_value"'],
      },
    );
    expect(stdout).toBe(`$x "${awkward}" from before\n`);
  });

  it('run commands with the chosen python', async () => {
    const { status, stdout } = await runner.run({
      type: 'scripts.python.Script',
      properties: {
        pythonVersion: '3',
        commands: ['python -c "print(1)"', 'sh -c "python3 -c \'print(2)\'"', 'false', 'echo never'],
      },
    });
    expect(stdout).toBe('1\n2\n');
    expect(status).toBe(1);
  });

  it('keep the variables of the flow, whatever their names', async () => {
    const names = ['python', 'name', 'status', 'file', 'CDPATH'];
    const script = `import os\nprint([os.environ[n] for n in ${JSON.stringify(names)}], {{ variables.file }})`;
    const { stdout } = await run(
      script,
      { values: Object.fromEntries(names.map((name) => [name, 'mine'])) },
      { workingDir: 'a/b', inputFiles: { c: '' } },
    );
    expect(stdout).toBe(`[${names.map(() => "'mine'").join(', ')}] mine\n`);
  });

  it('report an interpreter that is missing on the agent', async () => {
    const { status, stderr } = await run('print(1)', {}, { pythonVersion: '3.99' });
    expect(status).toBe(1);
    expect(stderr).toBe('Flowgate: python3.99 was not found on this agent\n');
  });

  it('fail on output on standard error, if requested', async () => {
    const script = 'import sys\nprint("out")\nsys.stderr.write("warned\\n")';
    expect((await run(script)).status).toBe(0);
    const strict = await run(script, {}, { failOnStderr: true, beforeCommands: ['echo ignored >&2'] });
    expect(strict.status).toBe(1);
    expect(strict.stderr).toBe('ignored\nwarned\nFlowgate: the task wrote to standard error\n');
    expect((await run('print("out")', {}, { failOnStderr: true })).status).toBe(0);
    expect((await run('import sys\nsys.exit(3)', {}, { failOnStderr: true })).status).toBe(3);
  });

  it('create a virtual environment for dependencies, and remove it', async () => {
    const workspace = runner.makeWorkspace();
    writeWheel(workspace);
    const script =
      'import demo, sys\nprint(demo.answer, sys.prefix != sys.base_prefix, {{ inputs.n }})\nopen("prefix", "w").write(sys.prefix)\nsys.exit(4)';
    const { status, stdout, stderr } = await run(
      script,
      { workspace, values: { N: '1' } },
      { dependencies: ['./demo-1.0-py3-none-any.whl'] },
    );
    expect(stderr).toBe('');
    expect(stdout).toBe('42 True 1\n');
    expect(status).toBe(4);
    expect(existsSync(readFileSync(join(workspace, 'prefix'), 'utf8'))).toBe(false);
  }, 60_000);
});

/** A package without source code: pip installs it without contacting an index. */
function writeWheel(folder: string): void {
  writeFileSync(
    join(folder, 'make.py'),
    `import zipfile
with zipfile.ZipFile('demo-1.0-py3-none-any.whl', 'w') as wheel:
    wheel.writestr('demo.py', 'answer = 42')
    wheel.writestr('demo-1.0.dist-info/METADATA', 'Metadata-Version: 2.1\\nName: demo\\nVersion: 1.0\\n')
    wheel.writestr('demo-1.0.dist-info/WHEEL', 'Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
    wheel.writestr('demo-1.0.dist-info/RECORD', '')
`,
  );
  execFileSync('python3', ['make.py'], { cwd: folder });
}
