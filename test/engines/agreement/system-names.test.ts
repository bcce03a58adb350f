import { describe, expect, it } from 'vitest';
import { bash, python, shell, startAgreement, subflow } from '../../support/agreement-cases.ts';
import { lookAround, namesSetByShells, systemValues } from '../../support/system-names.ts';

const expectAgreement = startAgreement();
const print = `${lookAround}\nprint(json.dumps({"seen": seen}))`;
const seen = 'outputSchema: {seen: {type: JSON}}';
const command = (interpreter: string) => JSON.stringify(`${interpreter} -c '${print}'`);
const isolated = command('/usr/bin/python3 -I');
const outputsOf = (ids: readonly string[]) =>
  `outputs:\n${ids.map((id) => `  - {id: ${id}, type: JSON, value: "{{ task_outputs.${id}.seen }}"}`).join('\n')}\n`;

interface Seen {
  /** Variables with another value. */
  readonly wrong: Readonly<Record<string, string | null>>;
  /** Names of shells with the value of the flow. */
  readonly own: readonly string[];
}

describe('inputs with names of the system', () => {
  it('have their own names in every task, and their former ones beside these', async () => {
    const child = `id: child\nnamespace: tests\ndescription: A called flow.\ninputs: [{id: node_name, type: STRING}]\ntasks:\n  - {id: look, ${shell}, ${seen}, commands: ['printf "{\\"seen\\": [\\"%s\\", \\"%s\\", \\"%s\\"]}\\n" "$NODE_NAME" "\${INPUT_NODE_NAME}" "\${INPUT_WORKSPACE-none}"']}\noutputs:\n  - {id: seen, type: JSON, value: "{{ task_outputs.look.seen }}"}\n`;
    const show =
      '"%s %s|%s %s|%s %s|%s\\n" "$WORKSPACE" "$INPUT_WORKSPACE" "$BUILD_ID" "$INPUT_BUILD_ID" "$JOB_NAME" "$INPUT_JOB_NAME" "$NODE_NAME"';
    const { outputs, state, log } = await expectAgreement(
      `inputs:
  - {id: workspace, type: STRING}
  - {id: buildId, type: INT, defaults: 7}
  - {id: job_name, type: SECRET}
  - {id: node_name, type: STRING}
  - {id: BASH_COMPAT, type: STRING, defaults: "5.0"}
variables: {NODE_NAME: "{{ inputs.node_name }}"}
tasks:
  - {id: sh, ${shell}, run_if: "{{ inputs.workspace == 'blue' and inputs.buildId == 7 }}", commands: ['printf ${show}', 'ls > /dev/null']}
  - {id: bash, ${bash}, commands: ['printf ${show}', 'echo "compat $BASH_COMPAT $INPUT_BASH_COMPAT {{ inputs.BASH_COMPAT }}"']}
  - id: py
    ${python}
    ${seen}
    script: |
      import json, os
      own = {{ inputs.workspace }}
      print(json.dumps({"seen": [own, os.environ["WORKSPACE"], os.environ["INPUT_WORKSPACE"], os.environ["BUILD_ID"]]}))
  - {id: child, ${subflow}, ${seen}, namespace: tests, flowId: child, inputs: {node_name: "{{ inputs.workspace }} {{ inputs.node_name }}"}}
${outputsOf(['py', 'child'])}`,
      { inputs: { workspace: 'blue', job_name: 'correct-horse', node_name: 'here' }, called: [child] },
    );
    expect({ state, log }).toMatchObject({ state: 'SUCCESS' });
    const line = 'blue blue|7 7|**** ****|here';
    expect(log.filter((each) => each === line)).toHaveLength(2);
    expect(log).toContain('compat 5.0 5.0 5.0');
    expect(outputs).toEqual({ py: ['blue', 'blue', 'blue', '7'], child: ['blue here', 'blue here', 'none'] });
  });
});

describe('a file with a name of the system', () => {
  it('is found under both names', async () => {
    const { log, state } = await expectAgreement(
      `inputs: [{id: workspace, type: FILE}]
tasks:
  - {id: sh, ${shell}, commands: ['cat "$WORKSPACE" "$INPUT_WORKSPACE" "{{ inputs.workspace }}"', 'echo "\${WORKSPACE##*/.flowgate/}"']}
`,
      { files: { workspace: 'content\n' } },
    );
    expect(state).toBe('SUCCESS');
    expect(log.filter((line) => line === 'content')).toHaveLength(3);
    expect(log).toContain('files/WORKSPACE/the workspace.txt');
  });
});

describe('values with names of the system', () => {
  it('are exactly what every task sees, as variables, and change nothing else', async () => {
    const child = `id: child\nnamespace: tests\ndescription: A called flow.\nvariables: {HOME: /child}\ntasks:\n  - {id: look, ${shell}, ${seen}, commands: ['printf "{\\"seen\\": [\\"%s\\", \\"%s\\"]}\\n" "$HOME" "\${LD_LIBRARY_PATH-none}"', 'ls > /dev/null']}\noutputs:\n  - {id: seen, type: JSON, value: "{{ task_outputs.look.seen }}"}\n`;
    const { outputs, state, tasks, log } = await expectAgreement(
      `variables: ${JSON.stringify(systemValues)}
tasks:
  - {id: sh, ${shell}, ${seen}, commands: [${isolated}]}
  - {id: bash, ${bash}, ${seen}, commands: [${isolated}]}
  - {id: line, ${shell}, ${seen}, script: ${JSON.stringify(`#!/usr/bin/env bash\n${JSON.parse(isolated)}\n`)}}
  - id: py
    ${python}
    ${seen}
    inputFiles: {helper.py: "found = True"}
    failOnStderr: true
    script: ${JSON.stringify(`import helper\n${print}\nassert {{ variables.PATH }} == os.environ["PATH"]`)}
  - id: py_shell
    ${python}
    ${seen}
    beforeCommands: ['[ "$PATH" = "{{ variables.PATH }}" ]']
    failOnStderr: true
    commands: [${command('python')}]
  - {id: child, ${subflow}, ${seen}, namespace: tests, flowId: child}
  - {id: pwned, ${shell}, ${seen}, commands: ["if [ -e pwned ]; then echo '{\\"seen\\": true}'; else echo '{\\"seen\\": false}'; fi"]}
  - {id: fails, ${bash}, allow_failure: true, commands: ["exit 7"]}
  - {id: late, ${shell}, allow_failure: true, timeout: 1s, commands: ["/bin/sleep 20"]}
${outputsOf(['sh', 'bash', 'line', 'py', 'py_shell', 'child', 'pwned'])}`,
      { called: [child] },
    );
    expect({ state, tasks, log }).toMatchObject({ state: 'WARNING' });
    const found = outputs as Record<string, Seen>; // as the tasks print it
    for (const id of ['sh', 'bash', 'line', 'py', 'py_shell']) expect({ [id]: found[id]?.wrong }).toEqual({ [id]: {} });
    // What dash keeps for itself; after that comes what bash does not pass on.
    const kept = ['IFS', 'PWD', 'PPID', 'OPTIND', '_'];
    expect(namesSetByShells.filter((name) => !found.sh?.own.includes(name) && !kept.includes(name))).toEqual([]);
    expect(found.py?.own).toEqual(expect.arrayContaining(['UID', 'RANDOM', 'IFS']));
    expect(found.child).toEqual(['/child', 'none']);
    expect(found.pwned).toBe(false);
    expect(log.join('\n')).toMatch(/script ended with status 7[\s\S]*timed out after 1 s/);
  });

  it('are exactly what a task sees that sets them itself', async () => {
    const { outputs, state, log } = await expectAgreement(
      `inputs: [{id: hostile, type: STRING}, {id: token, type: SECRET}, {id: uid, type: STRING, required: false}]
variables: {LD_LIBRARY_PATH: "/opt/{{ inputs.token }}"}
tasks:
  - {id: sh, ${shell}, ${seen}, env: ${JSON.stringify(systemValues)}, commands: [${isolated}]}
  - {id: bash, ${bash}, ${seen}, env: ${JSON.stringify(systemValues)}, commands: [${isolated}]}
  - {id: evaluated, ${bash}, env: {RANDOM: "{{ inputs.hostile }}", OPTIND: "{{ inputs.hostile }}", UID: "{{ inputs.hostile }}"}, commands: ["[ ! -e pwned ]"]}
  - {id: secret, ${shell}, commands: ['[ "$LD_LIBRARY_PATH" = "/opt/$TOKEN" ] && echo "found $LD_LIBRARY_PATH"', '[ -z "\${UID-}" ]']}
  - id: py
    ${python}
    ${seen}
    envVars: ${JSON.stringify(systemValues)}
    commands: [${command('python')}]
${outputsOf(['sh', 'bash', 'py'])}`,
      { inputs: { hostile: 'a[$(touch pwned)]', token: 'correct-horse' } },
    );
    expect(state).toBe('SUCCESS');
    expect(log).toContain('found /opt/****');
    const found = outputs as Record<string, Seen>; // as the tasks print it
    for (const id of ['sh', 'bash', 'py']) expect({ [id]: found[id]?.wrong }).toEqual({ [id]: {} });
  });
});
