import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { MiniJenkins, type MiniBuild, type MiniBuildRequest } from '../support/mini-jenkins.ts';
import { processesWith } from '../support/processes.ts';
import { flowText, jenkinsfileOf, transpileText } from '../support/transpile-yaml.ts';

const shell = 'type: dev.vendor.plugin.core.shell.Shell';
const log = 'type: dev.vendor.plugin.core.log.Log';
const python = 'type: dev.vendor.plugin.scripts.python.Script';
const subflow = 'type: dev.vendor.plugin.core.flow.Subflow';

const jenkins = new MiniJenkins();
afterAll(() => jenkins.close());

function run(body: string, request: MiniBuildRequest = {}, others: readonly string[] = []): Promise<MiniBuild> {
  return jenkins.run(jenkinsfileOf(flowText(body), others), request);
}

/** The stages of the tasks: everything but the one around them. */
function stagesOf(build: MiniBuild): Record<string, string> {
  return Object.fromEntries(build.stages.slice(1).map(({ name, result }) => [name, result]));
}

describe('values in a build', () => {
  const awkward = [
    'it\'s "quoted" \\ and `ticks` $(touch pwned)',
    '$$5 $OTHER ${JOB_NAME} $BUILD_NUMBER',
    'line one\nline two\n',
    '日本語 🚀 \u0001 \u001b[31m',
    "''' and \"\"\" and {{ inputs.text }} and \\u0041",
    '-n',
    '*',
  ];

  it.each(awkward)('brings %j to shell, Python and log as it was sent', async (text) => {
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
    expect(build.fault).toBeNull();
    const written = (name: string): string => readFileSync(join(build.workspace, name), 'utf8');
    expect([written('shell'), written('copy'), written('python'), written('embedded')]).toEqual([text, `<${text}>`, text, `[${text}]`]);
    expect(build.console).toContain(`[${text}]`);
    expect(existsSync(join(build.workspace, 'pwned'))).toBe(false);
  });

  it('tells an empty value from one that was not given', async () => {
    const body = `inputs:
  - {id: empty, type: STRING, required: false}
  - {id: absent, type: STRING, required: false}
  - {id: choice, type: ENUM, values: [a], required: false}
tasks:
  - {id: show, ${shell}, commands: ['echo "[\${EMPTY-unset}] [\${ABSENT-unset}] [\${CHOICE-unset}]"']}
  - {id: absent, ${log}, run_if: "inputs.absent == null and inputs.empty == ''", message: told apart}
`;
    const parameters = { EMPTY: '', ABSENT: '', CHOICE: '(none)', FLOWGATE_EXECUTION_ID: 'e1', FLOWGATE_INPUTS: 'empty' };
    const build = await run(body, { parameters });
    expect(build.console).toContain('[] [unset] [unset]');
    expect(build.console).toContain('told apart');
  });

  it('hides an input whose condition is false, also from other conditions', async () => {
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

  it('checks what a person typed into the form, all of it at once', async () => {
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
    const build = await run(body, { parameters: { NAME: '', COUNT: '12', RATIO: 'x', FILE: '/etc/passwd', TAGS: '["a","c"]', DAY: '2023-02-29', TIME: '2024-01-01T24:00:00', LEAP: '2024-02-29', BIG: '9007199254740992' } });
    expect(build.result).toBe('FAILURE');
    for (const text of ['name is required', 'count must be at most 9', 'ratio must be a number', 'file is a file', 'tags must be', 'day must be', 'time must be', 'big must be at most']) {
      expect(build.fault).toContain(text);
    }
    expect(build.fault).not.toContain('leap');
    expect(build.stages.map(({ name }) => name)).not.toContain('never');
  });

  it('keeps variables apart from those of the program around the script', async () => {
    const names = ['folder', 'name', 'status', 'task', 'stopped', 'waited', 'tee'];
    const body = `variables:
${names.map((name) => `  ${name}: "value of ${name}"\n`).join('')}tasks:
  - {id: show, ${shell}, timeout: 1m, commands: ['echo "${names.map((name) => `[$${name}]`).join(' ')}"']}
`;
    expect((await run(body)).console).toContain(names.map((name) => `[value of ${name}]`).join(' '));
  });

  it('lets variables have the names of its own functions', async () => {
    const names = ['value', 'input', 'output', 'variable', 'setVariable', 'isEmpty', 'matches', 'outputValue', 'check', 'scope', 'in', 'this', 'it'];
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

  it('ends before its first task when a value is larger than any script could have it', async () => {
    const body = `inputs:
  - {id: half, type: STRING, defaults: ${'x'.repeat(60_000)}}
variables:
  WHOLE: "{{ inputs.half }}{{ inputs.half }}"
tasks:
  - {id: never, ${log}, message: "{{ variables.WHOLE }}"}
`;
    expect((await run(body)).fault).toContain('Variable WHOLE is larger than 96 KiB');
  });

  it('binds a secret for the tasks and masks it', async () => {
    const body = `inputs:
  - {id: api-token, type: SECRET}
tasks:
  - {id: use, ${shell}, commands: ['printf %s "{{ inputs.api-token }}" > secret', 'echo "token \${API_TOKEN}"', 'rm secret.none || cp secret kept']}
`;
    const build = await run(body, { parameters: { FLOWGATE_SECRET_API_TOKEN: 'id-1' }, credentials: { 'id-1': "s3cr3t'$x" } });
    expect(readFileSync(join(build.workspace, 'kept'), 'utf8')).toBe("s3cr3t'$x");
    expect(build.console).toContain('token ****');
  });
});

describe('tasks in a build', () => {
  it('repeats a failing task until it succeeds', async () => {
    const body = `tasks:
  - id: third
    ${shell}
    retry: {type: exponential, max_attempt: 4, interval: 0.05s, max_interval: 1s}
    commands: ['echo x >> tries', '[ "$(wc -l < tries)" -ge 3 ]']
`;
    const build = await run(body);
    expect(build.result).toBe('SUCCESS');
    expect(readFileSync(join(build.workspace, 'tries'), 'utf8')).toBe('x\nx\nx\n');
    expect(build.console).toContain('follows in 50 ms');
    expect(build.console).toContain('follows in 100 ms');
  });

  it('takes a task that took too long for a failure, with everything it started', async () => {
    const body = `tasks:
  - id: slow
    ${shell}
    timeout: 1s
    allow_failure: true
    commands: ["trap '' TERM", '(sleep 61; echo went on) & sleep 61', 'echo never', 'sleep 61']
  - {id: next, ${log}, message: the next task}
`;
    const build = await run(body);
    expect(build.result).toBe('UNSTABLE');
    expect(stagesOf(build)).toEqual({ slow: 'FAILURE', next: 'SUCCESS' });
    expect(build.console).toContain('Task slow failed: it took longer than 1 s');
    expect(build.console).not.toContain('never');
    expect(processesWith('sleep 61')).toEqual([]);
  });

  it('tells a time that is over from a script that ends with the same status', async () => {
    const build = await run(`tasks:\n  - {id: odd, ${shell}, timeout: 9s, commands: [exit 124]}\n`);
    expect(build.fault).toContain('Task odd failed: its script ended with status 124');
  });

  it('neither repeats nor tolerates an abort, and runs the final tasks', async () => {
    const body = `tasks:
  - id: long
    ${shell}
    allow_failure: true
    retry: {max_attempt: 3, interval: 0.1s}
    commands: ['echo x >> tries', 'sleep 62; echo went on']
  - {id: after, ${log}, message: never}
errors:
  - {id: rollback, ${log}, message: not after an abort}
finally:
  - {id: clean, ${shell}, commands: [echo cleaned]}
  - {id: report, ${log}, message: reported}
`;
    const build = await run(body, { abortAfter: 1500 });
    expect(build.fault).toBeNull();
    expect(build.result).toBe('ABORTED');
    expect(stagesOf(build)).toEqual({ long: 'ABORTED', clean: 'SUCCESS', report: 'SUCCESS' });
    expect(readFileSync(join(build.workspace, 'tries'), 'utf8')).toBe('x\n');
  });

  it('runs the final tasks also when an error task is aborted', async () => {
    const body = `tasks:
  - {id: fails, ${shell}, commands: [exit 4]}
errors:
  - {id: long, ${shell}, commands: [sleep 64]}
  - {id: never, ${log}, message: never}
finally:
  - {id: end, ${log}, message: the end}
`;
    const build = await run(body, { abortAfter: 1500 });
    expect(build.result).toBe('ABORTED');
    expect(stagesOf(build)).toEqual({ fails: 'FAILURE', long: 'ABORTED', end: 'SUCCESS' });
  });

  it('takes the end of the flow\'s time for a failure, whatever its tasks tolerate', async () => {
    const body = `timeout: 1s
tasks:
  - {id: slow, ${shell}, allow_failure: true, retry: {max_attempt: 3, interval: 9s}, commands: [echo x >> tries; sleep 65]}
  - {id: never, ${log}, allow_failure: true, message: never}
errors:
  - {id: first, ${log}, message: first}
finally:
  - {id: end, ${log}, message: the end}
`;
    const build = await run(body);
    expect(build.fault).toContain('the time of flow tested is over');
    expect(stagesOf(build)).toEqual({ slow: 'FAILURE', first: 'SUCCESS', end: 'SUCCESS' });
    expect(readFileSync(join(build.workspace, 'tries'), 'utf8')).toBe('x\n');
  });

  it('runs error tasks after a failure, each for itself, and keeps the result of the flow', async () => {
    const body = `tasks:
  - {id: fails, ${shell}, commands: [exit 4]}
  - {id: never, ${log}, message: never}
errors:
  - {id: first, ${shell}, commands: [exit 1]}
  - {id: second, ${log}, message: still here}
finally:
  - {id: last, ${shell}, commands: [exit 1]}
  - {id: end, ${log}, message: the end}
`;
    const build = await run(body);
    expect(build.result).toBe('FAILURE');
    expect(build.fault).toContain('Task fails failed: its script ended with status 4');
    expect(stagesOf(build)).toEqual({ fails: 'FAILURE', first: 'FAILURE', second: 'SUCCESS', last: 'FAILURE', end: 'SUCCESS' });
  });

  it('does not let failing final tasks spoil a good flow', async () => {
    const build = await run(`tasks:\n  - {id: good, ${log}, message: good}\nfinally:\n  - {id: bad, ${shell}, commands: [exit 1]}\n`);
    expect(build.result).toBe('SUCCESS');
  });

  it('passes declared fields on, typed for conditions and as text for tasks', async () => {
    const body = `tasks:
  - id: measure
    ${python}
    outputSchema: {count: {type: INT}, note: {type: STRING}, ok: {type: BOOLEAN}, list: {type: JSON}, ratio: {type: FLOAT}, nothing: {type: JSON}}
    script: |
      import json
      print("noise {not json}")
      print(json.dumps({"count": 12, "note": "a\\n\\"b\\" $x é", "ok": True, "list": [1, {"é": None}, "\\u0001\\n"], "ratio": 0.5, "nothing": None}))
      print("more noise")
  - {id: yes, ${log}, run_if: "task_outputs.measure.count > 9 and task_outputs.measure.ok", message: "{{ task_outputs.measure.count }} counted"}
  - {id: no, ${log}, run_if: "not task_outputs.measure.ok", message: no}
  - {id: show, ${shell}, commands: ['printf %s "$TASK_MEASURE_NOTE" > note', 'printf "%s\\n" "$TASK_MEASURE_LIST $TASK_MEASURE_OK"']}
outputs:
  - {id: total, type: INT, value: "{{ task_outputs.measure.count }}"}
  - {id: text, type: STRING, value: "n={{ task_outputs.measure.count }}"}
`;
    const build = await run(body);
    expect(build.fault).toBeNull();
    expect(stagesOf(build)).toEqual({ measure: 'SUCCESS', yes: 'SUCCESS', no: 'SKIPPED', show: 'SUCCESS' });
    expect(build.console).toContain('12 counted');
    expect(build.console).toContain('[1,{"é":null},"\\u0001\\n"] true');
    expect(readFileSync(join(build.workspace, 'note'), 'utf8')).toBe('a\n"b" $x é');
    expect(JSON.parse(build.outputs ?? '')).toEqual({ total: 12, text: 'n=12' });
  });

  it('fails with every output whose text is none of its type, and takes no other value for it', async () => {
    const body = `variables: {WORD: many, HALF: "1.5", MAP: '{"a": 1}'}
tasks:
  - {id: none, ${log}, message: nothing}
outputs:
  - {id: count, type: INT, value: "{{ variables.WORD }}"}
  - {id: half, type: INT, value: "{{ variables.HALF }}"}
  - {id: ok, type: BOOLEAN, value: "yes {{ variables.WORD }}"}
  - {id: day, type: DATE, value: "{{ variables.WORD }}"}
  - {id: list, type: MULTISELECT, value: "{{ variables.MAP }}"}
  - {id: fine, type: FLOAT, value: "1e3"}
`;
    const build = await run(body);
    expect(build.fault).toContain('Output count must be an integer; found many\nOutput half must be an integer; found 1.5\nOutput ok must be true or false; found yes many\nOutput day must be a date such as 2024-02-29; found many\nOutput list must be a JSON list; found {"a": 1}');
    expect(build.fault).not.toContain('fine');
    expect(build.outputs ?? null).toBeNull();
  });

  it.each([
    ['the last of several', `echo '{"n": 1}'; echo '{"n": 2}'; echo done`, '2'],
    ['one before a line that only begins like one', `echo '{"n": 3}'; echo '{"n": 4} and }'; echo '{"n": 5}],{"n": 6}'`, '3'],
    ['one over several lines as none', `echo '{"n": 7}'; printf '{\\n"n": 8}\\n'`, '7'],
  ])('takes of the JSON objects in an output %s', async (_, command, expected) => {
    const body = `tasks:
  - id: returns
    ${shell}
    outputSchema: {n: {type: INT}}
    commands:
      - |-
        ${command}
  - {id: show, ${log}, message: "n={{ task_outputs.returns.n }}."}
`;
    const build = await run(body);
    expect(build.fault).toBeNull();
    expect(build.console).toContain(`n=${expected}.`);
  });

  it.each([
    ['no JSON', 'echo none', 'it printed no JSON object with the fields n'],
    ['a missing field', `echo '{"m": 1}'`, 'it did not return the field n'],
    ['a wrong type', `echo '{"n": "1"}'`, 'its field n is not of type INT'],
    ['a fraction', `echo '{"n": 1.5}'`, 'its field n is not of type INT'],
    ['null', `echo '{"n": null}'`, 'it did not return the field n'],
  ])('fails a task that returns %s', async (_, command, fault) => {
    const build = await run(`tasks:\n  - id: returns\n    ${shell}\n    outputSchema: {n: {type: INT}}\n    commands:\n      - |-\n        ${command}\n`);
    expect(build.result).toBe('FAILURE');
    expect(build.fault).toContain(fault);
  });

  it('takes fields from a message too', async () => {
    const body = `tasks:
  - {id: one, ${log}, outputSchema: {n: {type: INT}}, message: '{"n": 4}'}
  - {id: two, ${log}, outputSchema: {n: {type: INT}}, message: [first, '{"n": {{ task_outputs.one.n }}2}']}
  - {id: none, ${log}, outputSchema: {n: {type: INT}}, allow_failure: true, message: nothing}
outputs:
  - {id: n, type: INT, value: "{{ task_outputs.two.n }}"}
`;
    const build = await run(body);
    expect(JSON.parse(build.outputs ?? '')).toEqual({ n: 42 });
    expect(build.console).toContain('Task none failed: it printed no JSON object with the fields n');
  });

  it('keeps files by patterns as people write them', async () => {
    const patterns = ['out', 'out/', './out/*.csv', './out/./sub', '{{ inputs.none }}', 'a,b.txt', 'missing.txt', '.', 'out/*.csv,*.txt'];
    const body = `inputs:
  - {id: none, type: STRING, required: false}
tasks:
  - {id: makes, ${shell}, outputFiles: ${JSON.stringify(patterns)}, commands: [mkdir -p out/sub, 'echo 1 > a,b.txt']}
`;
    const kept = ['out,out/**', 'out,out/**', 'out/*.csv', 'out/sub,out/sub/**', 'a?b.txt,a?b.txt/**', 'missing.txt', '**', 'out/*.csv,*.txt'];
    expect((await run(body)).artifacts).toEqual(kept);
  });

  it('is not held by a process that a task leaves behind', async () => {
    const body = `tasks:
  - id: leaves
    ${shell}
    outputSchema: {n: {type: INT}}
    commands:
      - sleep 63 &
      - |-
        echo '{"n": 1}'
`;
    const started = Date.now();
    const build = await run(body);
    for (const id of processesWith('sleep 63')) process.kill(id);
    expect(build.result).toBe('SUCCESS');
    expect(Date.now() - started).toBeLessThan(30_000);
  });

  it('carries scripts beyond what one literal holds', async () => {
    const lines = Array.from({ length: 3000 }, (_, index) => `      : 'line ${index} ${'é'.repeat(20)}'`).join('\n');
    const build = await run(`tasks:\n  - id: large\n    ${shell}\n    script: |\n${lines}\n      echo "the end"\n`);
    expect(build.console).toContain('the end');
  });
});

describe('a flow in a flow', () => {
  const child = `id: child
namespace: tests
description: Called by another flow.
inputs:
  - {id: who, type: STRING}
  - {id: count, type: INT, defaults: 7, max: 10}
  - {id: token, type: SECRET, required: false}
variables: {GREETING: "Hello {{ inputs.who }}"}
tasks:
  - id: same
    ${shell}
    outputSchema: {said: {type: STRING}}
    commands:
      - echo "[\${SERVICE-hidden}] [\${PLACE-hidden}] [$COUNT] [\${TOKEN-none}] [\${TASK_SAME_SAID-none}]"
      - |-
        printf '{"said": "%s"}\\n' "$GREETING"
finally:
  - {id: tidy, ${log}, message: "child ends"}
outputs:
  - {id: greeting, type: STRING, value: "{{ task_outputs.same.said }}"}
`;
  const parent = (extra: string): string => `inputs:
  - {id: service, type: STRING, defaults: pay}
  - {id: token, type: SECRET, required: false}
variables: {PLACE: here}
tasks:
  - {id: same, ${shell}, outputSchema: {said: {type: STRING}}, commands: ['echo "{\\"said\\": \\"parent\\"}"']}
  - id: call
    ${subflow}
    namespace: tests
    flowId: child
    outputSchema: {greeting: {type: STRING}}
${extra}
  - {id: after, ${shell}, commands: ['echo "{{ task_outputs.call.greeting }} $SERVICE $TASK_SAME_SAID [\${WHO-none}]"']}
`;

  it('sees what it is passed and nothing else, and returns its outputs', async () => {
    const body = parent('    inputs: {who: "{{ inputs.service }}!", token: "{{ inputs.token }}"}');
    const request = { parameters: { SERVICE: 'pay', FLOWGATE_SECRET_TOKEN: 'id-1' }, credentials: { 'id-1': 'secret-text' } };
    const build = await run(body, request, [child]);
    expect(build.fault).toBeNull();
    expect(build.console).toContain('[hidden] [hidden] [7] [****] [none]');
    expect(build.console).toContain('Hello pay! pay parent [none]');
    expect(build.console).toContain('child ends');
  });

  it('takes another text than a secret of the parent for a secret as it is', async () => {
    const body = parent('    inputs: {who: x, token: "plain-{{ inputs.service }}"}');
    const build = await run(body, { parameters: { SERVICE: 'pay' } }, [child]);
    expect(build.fault).toBeNull();
    expect(build.console).toContain('[plain-pay]');
  });

  it('runs as a whole on the worker group that it asks for', () => {
    const jenkinsfile = jenkinsfileOf(flowText(parent('    inputs: {who: x}')), [`worker_group: large\n${child}`]);
    expect(jenkinsfile.match(/label: 'large'/g)).toHaveLength(1);
    expect(jenkinsfile).toMatch(/id: 'call',\n {4}label: 'large'/);
  });

  it('checks what it is passed', async () => {
    const build = await run(parent('    inputs: {who: x, count: "{{ inputs.service }}"}'), { parameters: { SERVICE: 'many' } }, [child]);
    expect(build.fault).toContain('Input count must be an integer');
  });

  it('looks at its checks when it starts', async () => {
    const checks = `checks:
  - {condition: "inputs.count > 7", message: "only {{ inputs.count }}", behavior: CREATE_EXECUTION}
  - {condition: "inputs.who != 'x'", message: "not {{ inputs.who }}"}
`;
    const told = await run(parent('    inputs: {who: y}'), {}, [child + checks]);
    expect(told.fault).toBeNull();
    expect(told.console).toContain('only 7\n');
    expect((await run(parent('    inputs: {who: x}'), {}, [child + checks])).fault).toContain('not x');
  });

  it('fails as the task that calls it when that took too long', async () => {
    const slow = child.replace('  - id: same', `  - {id: slow, ${shell}, allow_failure: true, commands: [sleep 66]}\n  - id: same`);
    const build = await run(parent('    inputs: {who: x}\n    timeout: 1s'), {}, [slow]);
    expect(build.fault).toContain('Task call failed: it took longer than 1 s');
  });

  it('is tolerated, repeated and skipped as a whole', async () => {
    const failing = child.replace('- echo "[', '- exit 3 # "[');
    const extra = '    inputs: {who: x}\n    allow_failure: true\n    retry: {max_attempt: 2, interval: 0.1s}';
    const build = await run(parent(extra).replace(/ {2}- \{id: after.*\n/, ''), { parameters: { SERVICE: 'pay' } }, [failing]);
    expect(build.result).toBe('UNSTABLE');
    expect(build.stages.filter(({ name }) => name === 'tidy')).toHaveLength(2);
    const skipped = await run(parent("    inputs: {who: x}\n    run_if: inputs.service == 'other'"), { parameters: { SERVICE: 'pay' } }, [child]);
    expect(stagesOf(skipped)).toMatchObject({ call: 'SKIPPED', after: 'SUCCESS' });
  });
});

describe('a build that Flowgate asked for', () => {
  const text = flowText(`tasks:
  - {id: good, ${log}, message: ran}
  - {id: skipped, ${log}, run_if: "1 > 2", message: never}
  - {id: bad, ${shell}, commands: [exit 1]}
`);
  const { jenkinsfile, digest } = transpileText(text, [], { parameters: 'external' });
  const start = (parameters: Record<string, string>, previousBuilds: readonly string[] = []): Promise<MiniBuild> =>
    jenkins.run(jenkinsfile, { parameters: { FLOWGATE_EXECUTION_ID: 'e1', ...parameters }, previousBuilds });

  it('notes the execution and the states of its tasks in its description', async () => {
    const build = await start({ FLOWGATE_DIGEST: digest });
    expect(build.result).toBe('FAILURE');
    const [first, second, ...tasks] = (build.description ?? '').split('\n');
    expect([first, second]).toEqual(['Flowgate execution e1', 'accepted']);
    expect(tasks.map((line) => line.replaceAll(/ \d{13}/g, ' *'))).toEqual(['good SUCCESS * *', 'skipped SKIPPED * *', 'bad FAILED * *']);
  });

  it('does not run another revision than the one that was asked for', async () => {
    const build = await start({ FLOWGATE_DIGEST: 'other' });
    expect([build.result, build.description]).toEqual(['NOT_BUILT', 'Flowgate execution e1\nnot built: wrong revision']);
    expect(build.console).not.toContain('ran');
  });

  it('runs an execution once, not counting builds that did not run it', async () => {
    const ran = await start({ FLOWGATE_DIGEST: digest }, ['Flowgate execution e1\naccepted', 'Flowgate execution e2\naccepted']);
    expect([ran.result, ran.description]).toEqual(['NOT_BUILT', 'Flowgate execution e1\nnot built: duplicate']);
    const refused = await start({ FLOWGATE_DIGEST: digest }, ['Flowgate execution e1\nnot built: wrong revision']);
    expect(refused.console).toContain('ran');
  });
});
