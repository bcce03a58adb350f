import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { flowText } from '../../../../support/transpile-yaml.ts';
import { byFlowgate, log, python, shell, startMiniJenkins, subflow } from './mini-build.ts';

const { run } = startMiniJenkins();

describe('values in a build', () => {
  const awkward = [
    'it\'s "quoted" \\ and `ticks` $(touch pwned)',
    '$$5 $OTHER ${JOB_NAME} $BUILD_NUMBER',
    'line one\nline two\n',
    '日本語 🚀 \u0001 \u001b[31m',
    '\'\'\' and """ and {{ inputs.text }} and \\u0041',
    '-n',
    '*',
  ];

  it.each(awkward)('passes %j unchanged to shell, Python and log', async (text) => {
    const build = await run(
      `inputs:
  - {id: text, type: STRING}
  - {id: other, type: STRING, required: false}
variables:
  COPY: "<{{ inputs.text }}>"
tasks:
  - {id: shell, ${shell}, commands: ['printf %s "{{ inputs.text }}" > shell', 'printf %s "{{ variables.COPY }}" > copy']}
  - id: python
    ${python}
    script: |
      open('python', 'w', newline='').write({{ inputs.text }})
      open('embedded', 'w', newline='').write('[{{ inputs.text }}]')
  - {id: log, ${log}, message: "[{{ inputs.text }}]"}
`,
      { parameters: { TEXT: text, OTHER: 'other' } },
    );
    expect(build.error).toBeNull();
    const written = (name: string): string => readFileSync(join(build.workspace, name), 'utf8');
    expect([written('shell'), written('copy'), written('python'), written('embedded')]).toEqual([
      text,
      `<${text}>`,
      text,
      `[${text}]`,
    ]);
    expect(build.console).toContain(`[${text}]`);
    expect(existsSync(join(build.workspace, 'pwned'))).toBe(false);
  });

  it('distinguishes an empty value from a missing one', async () => {
    const body = `inputs:
  - {id: empty, type: STRING, required: false}
  - {id: absent, type: STRING, required: false}
  - {id: choice, type: ENUM, values: [a], required: false}
tasks:
  - {id: show, ${shell}, commands: ['echo "[\${EMPTY-unset}] [\${ABSENT-unset}] [\${CHOICE-unset}]"']}
  - {id: absent, ${log}, run_if: "inputs.absent == null and inputs.empty == ''", message: told apart}
`;
    const parameters = byFlowgate({ empty: '' }, { EMPTY: '', ABSENT: '', CHOICE: '(none)' });
    const build = await run(body, { parameters });
    expect(build.console).toContain('[] [unset] [unset]');
    expect(build.console).toContain('told apart');
  });

  it('hides an input whose condition is false, even from other conditions', async () => {
    const body = `inputs:
  - {id: mode, type: ENUM, values: [simple, full], defaults: simple}
  - {id: depth, type: INT, defaults: 3, depends_on: {inputs: [mode], condition: "inputs.mode == 'full'"}}
  - {id: note, type: STRING, defaults: noted, depends_on: {inputs: [depth], condition: "inputs.depth > 2"}}
tasks:
  - {id: show, ${shell}, commands: ['echo "[\${DEPTH-unset}] [\${NOTE-unset}]"']}
`;
    const simple = await run(body, { parameters: { MODE: 'simple', DEPTH: '3', NOTE: 'noted' } });
    expect(simple.console).toContain('[unset] [unset]');
    const full = await run(body, { parameters: { MODE: 'full', DEPTH: '3', NOTE: 'noted' } });
    expect(full.console).toContain('[3] [noted]');
  });

  it('checks all values from the form at once', async () => {
    const body = `inputs:
  - {id: name, type: STRING}
  - {id: count, type: INT, min: 1, max: 9}
  - {id: ratio, type: FLOAT, required: false}
  - {id: file, type: FILE, required: false}
  - {id: tags, type: MULTISELECT, values: [a, b], required: false}
  - {id: day, type: DATE, required: false}
  - {id: time, type: DATETIME, required: false}
  - {id: leap, type: DATE, required: false}
  - {id: big, type: INT, required: false}
tasks:
  - {id: never, ${log}, message: never}
`;
    const build = await run(body, {
      parameters: {
        NAME: '',
        COUNT: '12',
        RATIO: 'x',
        FILE: '/etc/passwd',
        TAGS: '["a","c"]',
        DAY: '2023-02-29',
        TIME: '2024-01-01T24:00:00',
        LEAP: '2024-02-29',
        BIG: '9007199254740992',
      },
    });
    expect(build.result).toBe('FAILURE');
    for (const text of [
      'name is required',
      'count must be at most 9',
      'ratio must be a number',
      'file is a file',
      'tags must be',
      'day must be',
      'time must be',
      'big must be at most',
    ]) {
      expect(build.error).toContain(text);
    }
    expect(build.error).not.toContain('leap');
    expect(build.stages.map(({ name }) => name)).not.toContain('never');
  });

  const renamed = ['path', 'home', 'shell', 'pwd', 'random', 'lineno', 'ppid', 'flowgate_key', '3d-model'];
  const plain = ['env', 'user', 'seconds', 'language'];
  const ofJenkins = ['workspace', 'job.name', 'buildId', 'node-name', 'executor_number', 'jenkins_url', 'stage_name'];

  it.each([...renamed, ...plain, ...ofJenkins])('passes an input named %s to a script of each language', async (id) => {
    const name = id.replace('I', '_I').toUpperCase().replaceAll(/[.-]/g, '_');
    const variable = renamed.includes(id) ? `INPUT_${name}` : name;
    const body = `inputs:
  - {id: ${id}, type: STRING, defaults: a value}
tasks:
  - {id: sh, ${shell}, commands: ['ls > /dev/null', 'echo "sh <{{ inputs.${id} }}> <$${variable}>"']}
  - {id: bash, type: dev.vendor.plugin.core.shell.Bash, commands: ['ls > /dev/null', 'echo "bash <{{ inputs.${id} }}> <$${variable}>"']}
  - id: python
    ${python}
    script: |
      import os
      print("python <" + {{ inputs.${id} }} + "> <" + os.environ["${variable}"] + ">")
`;
    const build = await run(body);
    expect(build.error).toBeNull();
    // bash counts the seconds on from the value that it finds.
    const languages = id === 'seconds' ? ['sh', 'python'] : ['sh', 'bash', 'python'];
    for (const language of languages) expect(build.console).toContain(`${language} <a value> <a value>`);
  });

  it('gives an input the name of a variable of Jenkins in the task alone, and its former name beside it', async () => {
    const body = `inputs:
  - {id: workspace, type: STRING, defaults: blue}
  - {id: build_id, type: INT}
  - {id: job_name, type: SECRET}
  - {id: node_name, type: STRING, required: false}
tasks:
  - {id: show, ${shell}, outputFiles: [kept], commands: ['printf %s "$JOB_NAME $INPUT_JOB_NAME" > kept', 'echo "<$WORKSPACE> <$INPUT_WORKSPACE> <$BUILD_ID> <$INPUT_BUILD_ID> <\${NODE_NAME-none}> <\${INPUT_NODE_NAME-none}>"']}
`;
    const parameters = { INPUT_WORKSPACE: 'green', INPUT_BUILD_ID: '7', FLOWGATE_SECRET_JOB_NAME: 'id-1' };
    const build = await run(body, { parameters, credentials: { 'id-1': 's3cr3t' } });
    expect(build.error).toBeNull();
    expect(build.console).toContain('<green> <green> <7> <7> <');
    expect(readFileSync(join(build.workspace, 'kept'), 'utf8')).toBe('s3cr3t s3cr3t');
  });

  it('passes a secret with such a name, and a value of a subflow', async () => {
    const child = flowText(`inputs:
  - {id: home, type: STRING}
tasks:
  - {id: show, ${shell}, commands: ['echo "child <$INPUT_HOME>"']}
`).replace('id: tested', 'id: child');
    const body = `inputs:
  - {id: path, type: STRING}
  - {id: shell, type: SECRET}
tasks:
  - {id: use, ${shell}, commands: ['printf %s "{{ inputs.shell }}" > kept', 'echo "token $INPUT_SHELL"']}
  - {id: call, ${subflow}, namespace: tests, flowId: child, inputs: {home: "{{ inputs.path }}"}}
`;
    const build = await run(
      body,
      { parameters: { INPUT_PATH: 'below', FLOWGATE_SECRET_INPUT_SHELL: 'id-1' }, credentials: { 'id-1': 's3cr3t' } },
      [child],
    );
    expect(build.error).toBeNull();
    expect(readFileSync(join(build.workspace, 'kept'), 'utf8')).toBe('s3cr3t');
    expect(build.console).toContain('token ****');
    expect(build.console).toContain('child <below>');
  });

  it('separates variables from those of the program around the script', async () => {
    const names = ['folder', 'name', 'status', 'task', 'stopped', 'waited', 'tee'];
    const body = `variables:
${names.map((name) => `  ${name}: "value of ${name}"\n`).join('')}tasks:
  - {id: show, ${shell}, timeout: 1m, commands: ['echo "${names.map((name) => `[$${name}]`).join(' ')}"']}
`;
    expect((await run(body)).console).toContain(names.map((name) => `[value of ${name}]`).join(' '));
  });

  it('allows variables with the names of its own functions', async () => {
    const names = [
      'value',
      'input',
      'output',
      'variable',
      'setVariable',
      'isEmpty',
      'matches',
      'outputValue',
      'check',
      'scope',
      'in',
      'this',
      'it',
    ];
    const body = `variables:
${names.map((name, index) => `  ${name}: "${index === 0 ? name : `{{ variables.${names[index - 1]} }} ${name}`}"\n`).join('')}tasks:
  - {id: show, ${log}, run_if: "variables.value is not empty and variables.input matches 'i'", message: "${names.map((name) => `{{ variables.${name} }}`).join('; ')}"}
outputs:
  - {id: all, type: STRING, value: "{{ variables.outputValue }} {{ variables.value }}"}
`;
    const build = await run(body);
    expect(build.console).toContain('value; value input; value input output; ');
    expect(build.outputs).toContain('matches outputValue value"');
  });

  it('ends before its first task if a value is too large for a script', async () => {
    const body = `inputs:
  - {id: half, type: STRING, defaults: ${'x'.repeat(60_000)}}
variables:
  WHOLE: "{{ inputs.half }}{{ inputs.half }}"
tasks:
  - {id: never, ${log}, message: "{{ variables.WHOLE }}"}
`;
    expect((await run(body)).error).toContain('Variable WHOLE must have at most 96 KiB');
  });

  it('binds a secret for the tasks and masks it', async () => {
    const body = `inputs:
  - {id: api-token, type: SECRET}
tasks:
  - {id: use, ${shell}, commands: ['printf %s "{{ inputs.api-token }}" > secret', 'echo "token \${API_TOKEN}"', 'rm secret.none || cp secret kept']}
`;
    const build = await run(body, {
      parameters: { FLOWGATE_SECRET_API_TOKEN: 'id-1' },
      credentials: { 'id-1': "s3cr3t'$x" },
    });
    expect(readFileSync(join(build.workspace, 'kept'), 'utf8')).toBe("s3cr3t'$x");
    expect(build.console).toContain('token ****');
  });
});
