import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { log, python, shell, stagesOf, startMiniJenkins } from '../engines/jenkins/jenkinsfile/builds/mini-build.ts';

const { run } = startMiniJenkins();

describe('in a build', () => {
  it('a flow is a pipeline whose tasks run in the order listed', async () => {
    const build = await run(`tasks:
  - {id: third, ${log}, message: one}
  - {id: first, ${log}, message: two}
  - {id: second, ${log}, message: three}
`);
    expect(build.result).toBe('SUCCESS');
    expect(Object.keys(stagesOf(build))).toEqual(['third', 'first', 'second']);
  });

  it('references are the values of inputs, variables and outputs of earlier tasks', async () => {
    const build = await run(
      `inputs: [{id: userName, type: STRING}]
variables: {REGION: eu}
tasks:
  - {id: count, ${shell}, commands: ["echo '{\\"files\\": 3}'"], outputSchema: {files: {type: INT}}}
  - {id: show, ${shell}, commands: ['echo "{{ inputs.userName }} in {{ variables.REGION }} has {{ task_outputs.count.files }}, all as $USER_NAME $REGION $TASK_COUNT_FILES"']}
outputs: [{id: files, type: INT, value: "{{ task_outputs.count.files }}"}]
`,
      { parameters: { USER_NAME: 'Ada' } },
    );
    expect(build.console).toContain('Ada in eu has 3, all as Ada eu 3');
    expect(JSON.parse(build.outputs ?? '{}')).toMatchObject({ files: 3 });
  });

  it('Python reads inputs as variables named by the upper-snake-case of their ids', async () => {
    const build = await run(
      `inputs: [{id: batch-size, type: INT, defaults: 8}]
tasks:
  - id: read
    ${python}
    script: |
      import os
      print("batch", os.environ["BATCH_SIZE"])
`,
    );
    expect(build.console).toContain('batch 8');
  });

  it('both Python types run a script', async () => {
    const build = await run(`tasks:
  - {id: one, ${python}, script: "print('as Script', 1 + 1)"}
  - {id: two, type: dev.vendor.plugin.scripts.python.Commands, script: "print('as Commands', 1 + 1)"}
`);
    expect(build.console).toContain('as Script 2');
    expect(build.console).toContain('as Commands 2');
  });

  it('run_if decides whether a task runs', async () => {
    const build = await run(`inputs: [{id: on, type: BOOLEAN, defaults: false}]
tasks:
  - {id: skipped, ${log}, run_if: "{{ inputs.on }}", message: never said}
  - {id: runs, ${log}, run_if: "{{ inputs.on == false }}", message: said}
`);
    expect(build.console).not.toContain('never said');
    expect(build.console).toContain('said');
  });

  it('allow_failure tolerates the failure of a task', async () => {
    const build = await run(`tasks:
  - {id: fails, ${shell}, allow_failure: true, commands: ['exit 1']}
  - {id: after, ${log}, message: went on}
`);
    expect(build.result).toBe('UNSTABLE');
    expect(build.console).toContain('went on');
  });

  it('retry repeats a task, and requires only its type', async () => {
    const build = await run(`tasks:
  - {id: again, ${shell}, retry: {type: exponential, interval: 0.1s}, commands: ['echo try >> tries', '[ "$(wc -l < tries)" -ge 3 ]']}
`);
    expect(build.result).toBe('SUCCESS');
    expect(readFileSync(join(build.workspace, 'tries'), 'utf8')).toBe('try\ntry\ntry\n');
  });

  it('timeout ends a task', async () => {
    const build = await run(`tasks: [{id: slow, ${shell}, timeout: 1s, commands: ['sleep 30']}]\n`);
    expect(build.result).toBe('FAILURE');
  });

  it('SECRET rules 1 and 3: a secret is an environment variable, and masked in the log', async () => {
    const build = await run(
      `inputs: [{id: token, type: SECRET}]
tasks: [{id: use, ${shell}, commands: ['echo "is {{ inputs.token }}"', 'printf %s "$TOKEN" > kept']}]
`,
      { parameters: { FLOWGATE_SECRET_TOKEN: 'id-1' }, credentials: { 'id-1': 'hunter22' } },
    );
    expect(readFileSync(join(build.workspace, 'kept'), 'utf8')).toBe('hunter22');
    expect(build.console).toContain('is ****');
    expect(build.console).not.toContain('hunter22');
  });
});
