import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { log, python, shell, stagesOf, startMiniJenkins } from './mini-build.ts';

const { run } = startMiniJenkins();

describe('outputs and files of tasks', () => {
  it('passes on declared fields, typed for conditions and as text for tasks', async () => {
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
    expect(build.error).toBeNull();
    expect(stagesOf(build)).toEqual({ measure: 'SUCCESS', yes: 'SUCCESS', no: 'SKIPPED', show: 'SUCCESS' });
    expect(build.console).toContain('12 counted');
    expect(build.console).toContain('[1,{"é":null},"\\u0001\\n"] true');
    expect(readFileSync(join(build.workspace, 'note'), 'utf8')).toBe('a\n"b" $x é');
    expect(JSON.parse(build.outputs ?? '')).toEqual({ total: 12, text: 'n=12' });
  });

  it('reports every output with an invalid value, and replaces none of them', async () => {
    const body = `variables: {WORD: many, LONG: ${'l'.repeat(90)}, HALF: "1.5", MAP: '{"a": 1}'}
tasks:
  - {id: none, ${log}, message: nothing}
outputs:
  - {id: count, type: INT, value: "{{ variables.WORD }}"}
  - {id: half, type: INT, value: "{{ variables.HALF }}"}
  - {id: ok, type: BOOLEAN, value: "yes {{ variables.WORD }}"}
  - {id: day, type: DATE, value: "{{ variables.WORD }}"}
  - {id: long, type: INT, value: "{{ variables.LONG }}"}
  - {id: list, type: MULTISELECT, value: "{{ variables.MAP }}"}
  - {id: fine, type: FLOAT, value: "1e3"}
`;
    const build = await run(body);
    expect(build.error).toContain(
      'Output count must be an integer; found many\nOutput half must be an integer; found 1.5\nOutput ok must be true or false; found yes many\nOutput day must be a date such as 2024-02-29; found many\nOutput long must be an integer; found a string of 90 characters\nOutput list must be a JSON list; found {"a": 1}',
    );
    expect(build.error).not.toContain('fine');
    expect(build.outputs ?? null).toBeNull();
  });

  it.each([
    ['the last of several', `echo '{"n": 1}'; echo '{"n": 2}'; echo done`, '2'],
    [
      'one before a line that only starts like one',
      `echo '{"n": 3}'; echo '{"n": 4} and }'; echo '{"n": 5}],{"n": 6}'`,
      '3',
    ],
    ['none that spans several lines', `echo '{"n": 7}'; printf '{\\n"n": 8}\\n'`, '7'],
  ])('reads from the JSON objects in an output %s', async (_, command, expected) => {
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
    expect(build.error).toBeNull();
    expect(build.console).toContain(`n=${expected}.`);
  });

  it.each([
    ['no JSON', 'echo none', 'it did not print a JSON object with the fields n'],
    ['a missing field', `echo '{"m": 1}'`, 'it did not return the field n'],
    ['a wrong type', `echo '{"n": "1"}'`, 'its field n is not of the type INT'],
    ['a fraction', `echo '{"n": 1.5}'`, 'its field n is not of the type INT'],
    ['null', `echo '{"n": null}'`, 'it did not return the field n'],
  ])('fails a task that returns %s', async (_, command, error) => {
    const build = await run(
      `tasks:\n  - id: returns\n    ${shell}\n    outputSchema: {n: {type: INT}}\n    commands:\n      - |-\n        ${command}\n`,
    );
    expect(build.result).toBe('FAILURE');
    expect(build.error).toContain(error);
  });

  it('reads fields from a message too', async () => {
    const body = `tasks:
  - {id: one, ${log}, outputSchema: {n: {type: INT}}, message: '{"n": 4}'}
  - {id: two, ${log}, outputSchema: {n: {type: INT}}, message: [first, '{"n": {{ task_outputs.one.n }}2}']}
  - {id: none, ${log}, outputSchema: {n: {type: INT}}, allow_failure: true, message: nothing}
outputs:
  - {id: n, type: INT, value: "{{ task_outputs.two.n }}"}
`;
    const build = await run(body);
    expect(JSON.parse(build.outputs ?? '')).toEqual({ n: 42 });
    expect(build.console).toContain('Task none failed: it did not print a JSON object with the fields n');
  });

  it('keeps files by patterns as users write them', async () => {
    const patterns = [
      'out',
      'out//',
      'ou*/',
      './',
      './out/*.csv',
      './out/./sub',
      '{{ inputs.none }}',
      'a,b.txt',
      'missing.txt',
      '.',
      'out/*.csv,*.txt',
    ];
    const body = `inputs:
  - {id: none, type: STRING, required: false}
tasks:
  - {id: makes, ${shell}, outputFiles: ${JSON.stringify(patterns)}, commands: [mkdir -p out/sub, 'echo 1 > a,b.txt']}
`;
    const kept = [
      'out,out/**',
      'out,out/**',
      'ou*/',
      '**',
      'out/*.csv',
      'out/sub,out/sub/**',
      'a?b.txt,a?b.txt/**',
      'missing.txt',
      '**',
      'out/*.csv,*.txt',
    ];
    expect((await run(body)).artifacts).toEqual(kept);
  });
});
