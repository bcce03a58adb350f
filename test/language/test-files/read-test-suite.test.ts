import { describe, expect, it } from 'vitest';
import { readTestSuite } from '../../../src/language/test-files/read-test-suite.ts';

/** The problems of a file as `line:column code message`. */
function problemsOf(text: string): readonly string[] {
  return readTestSuite(text)
    .problems()
    .map(({ line, column, code, message }) => `${line}:${column} ${code} ${message}`);
}

const codesOf = (text: string) => problemsOf(text).map((line) => line.split(' ', 2).join(' '));

/** A file with one case. */
const oneCase = (rest: string) => `cases:\n  - name: works\n${rest.replace(/^(?=.)/gm, '    ')}`;

describe('a test file', () => {
  it('is read with the inputs and mocks of the file in each case', () => {
    const { suite, problems } = readTestSuite(`flow: report.yaml
flows: [../common]
inputs: {drive: d1, depth: 2}
mocks:
  notify: {}
  publish: {state: FAILED}
cases:
  - name: counts
    inputs: {drive: d2}
    files: {data: data.csv}
    mocks:
      measure: {outputs: {files: 3}, log: [one, two], takes: 1m30s, artifacts: {a.txt: text}}
      publish: {attempts: [{state: FAILED}, {log: done}], optional: true}
      build: {runs: true}
`);
    expect(problems()).toEqual([]);
    expect(suite).toMatchObject({ flow: 'report.yaml', flows: ['../common'] });
    const [counts] = suite?.cases ?? [];
    expect(counts).toMatchObject({
      name: 'counts',
      inputs: { drive: 'd2', depth: 2 },
      files: { data: 'data.csv' },
      expected: { kind: 'run', state: 'SUCCESS' },
    });
    expect(Object.fromEntries(counts?.mocks ?? [])).toEqual({
      notify: {
        kind: 'mocked',
        path: ['mocks', 'notify'],
        isRequired: false,
        attempts: [{ state: 'SUCCESS', outputs: undefined, log: undefined, takes: 0, artifacts: {} }],
      },
      measure: {
        kind: 'mocked',
        path: ['cases', 0, 'mocks', 'measure'],
        isRequired: true,
        attempts: [
          { state: 'SUCCESS', outputs: { files: 3 }, log: 'one\ntwo', takes: 90_000, artifacts: { 'a.txt': 'text' } },
        ],
      },
      publish: {
        kind: 'mocked',
        path: ['cases', 0, 'mocks', 'publish'],
        isRequired: false,
        attempts: [
          { state: 'FAILED', outputs: undefined, log: undefined, takes: 0, artifacts: {} },
          { state: 'SUCCESS', outputs: undefined, log: 'done', takes: 0, artifacts: {} },
        ],
      },
      build: { kind: 'real', path: ['cases', 0, 'mocks', 'build'], isRequired: true },
    });
  });

  it('has expectations in short and long forms', () => {
    const text = oneCase(`expect:
  reason: {matches: 'status [0-9]'}
  tasks:
    measure: SUCCESS
    say: {state: FAILED, attempts: 2, log: [one, {matches: tw}]}
  outputs: {count: 3}
  log: done
  artifacts: [a.txt, {path: b.txt, content: {matches: x}}]
`);
    const { suite, problems } = readTestSuite(text);
    expect(problems()).toEqual([]);
    const at = (...path: readonly (string | number)[]) => ['cases', 0, 'expect', ...path];
    expect(suite?.cases[0]?.expected).toEqual({
      kind: 'run',
      path: at(),
      state: 'FAILED',
      reason: { kind: 'pattern', pattern: 'status [0-9]', path: at('reason') },
      tasks: new Map([
        ['measure', { path: at('tasks', 'measure'), state: 'SUCCESS', attempts: undefined, log: [] }],
        [
          'say',
          {
            path: at('tasks', 'say'),
            state: 'FAILED',
            attempts: 2,
            log: [
              { kind: 'text', text: 'one', path: at('tasks', 'say', 'log', 0) },
              { kind: 'pattern', pattern: 'tw', path: at('tasks', 'say', 'log', 1) },
            ],
          },
        ],
      ]),
      outputs: { count: 3 },
      log: [{ kind: 'text', text: 'done', path: at('log') }],
      artifacts: [
        { path: at('artifacts', 0), name: 'a.txt', content: undefined },
        {
          path: at('artifacts', 1),
          name: 'b.txt',
          content: { kind: 'pattern', pattern: 'x', path: at('artifacts', 1, 'content') },
        },
      ],
    });
  });

  it('can expect a rejection', () => {
    const { suite, problems } = readTestSuite(
      oneCase('expect: {problems: [{input: drive}, {code: unused-input, message: m}, {check: "Not now."}]}\n'),
    );
    expect(problems()).toEqual([]);
    expect(suite?.cases[0]?.expected).toMatchObject({
      kind: 'rejection',
      problems: [
        { of: { kind: 'input', name: 'drive' }, message: undefined },
        { of: { kind: 'code', name: 'unused-input' }, message: { kind: 'text', text: 'm' } },
        { of: { kind: 'check' }, message: { kind: 'text', text: 'Not now.' } },
      ],
    });
  });

  it('says where a part of it is', () => {
    const { placeOf } = readTestSuite('cases:\n  - name: a\n    expect: {tasks: {b: SUCCESS}}\n');
    expect(placeOf(['cases', 0, 'expect', 'tasks', 'b'])).toMatchObject({ line: 3, column: 25 });
    expect(placeOf(['cases', 0, 'expect', 'state'])).toMatchObject({ line: 3, column: 13 });
  });
});

describe('the problems of a test file', () => {
  it('are found all at once, with the nearest name', () => {
    expect(
      problemsOf(`inptus: {}
cases:
  - name: first
    mocks: {measure: {output: {}}}
    expect: {stat: SUCCESS, state: SUCESS, tasks: {measure: SUCCES}}
  - name: first
    mock: {}
`),
    ).toEqual([
      '1:1 unknown-property Unknown property "inptus". Did you mean "inputs"?',
      '4:23 unknown-property Unknown property "output". Did you mean "outputs"?',
      '5:14 unknown-property Unknown property "stat". Did you mean "state"?',
      '5:36 invalid-value "state" must be one of SUCCESS, WARNING, FAILED or KILLED; found "SUCESS". Did you mean "SUCCESS"?',
      '5:61 invalid-value "measure" must be one of SUCCESS, FAILED, KILLED, SKIPPED or NOT_RUN; found "SUCCES". Did you mean "SUCCESS"?',
      '6:11 duplicate-id Another case already has the name "first"; names must be unique.',
      '7:5 unknown-property Unknown property "mock". Did you mean "mocks"?',
    ]);
  });

  it.each([
    ['a list', '- a\n', '1:1 not-a-mapping'],
    ['two documents', 'cases: []\n---\na: 1\n', '2:1 yaml-syntax'],
    ['no cases', 'flow: a.yaml\n', '1:1 missing-property'],
    ['an empty list of cases', 'cases: []\n', '1:8 empty-list'],
    ['a case without a name', 'cases:\n  - expect: {}\n', '2:5 missing-property'],
    ['a mock without a value', oneCase('mocks:\n  measure:\n'), '4:7 missing-property'],
    ['a mock that runs and returns', oneCase('mocks: {a: {runs: true, log: x}}\n'), '3:23 conflicting-properties'],
    [
      'attempts beside a state',
      oneCase('mocks: {a: {attempts: [{}], state: FAILED}}\n'),
      '3:27 conflicting-properties',
    ],
    ['no attempts', oneCase('mocks: {a: {attempts: []}}\n'), '3:27 empty-list'],
    ['days', oneCase('mocks: {a: {takes: 2d}}\n'), '3:24 invalid-duration'],
    ['an invalid pattern', oneCase('expect: {log: {matches: "("}}\n'), '3:29 invalid-expression'],
    ['a pattern with lookaround', oneCase('expect: {log: [{matches: "(?=a)"}]}\n'), '3:30 invalid-expression'],
    ['no problems', oneCase('expect: {problems: []}\n'), '3:24 empty-list'],
    ['a problem without a kind', oneCase('expect: {problems: [{message: m}]}\n'), '3:25 missing-property'],
    [
      'a problem of two kinds',
      oneCase('expect: {problems: [{input: a, code: unused-input}]}\n'),
      '3:25 conflicting-properties',
    ],
    ['an unknown code', oneCase('expect: {problems: [{code: unused-inptu}]}\n'), '3:32 invalid-value'],
    [
      'problems beside a state',
      oneCase('expect: {state: FAILED, problems: [{input: a}]}\n'),
      '3:39 conflicting-properties',
    ],
    ['a number as a task', oneCase('expect: {tasks: {a: 1}}\n'), '3:25 wrong-type'],
  ])('include %s', (_, text, problem) => {
    expect(codesOf(text)).toContain(problem);
  });

  it('say what the document is', () => {
    expect(problemsOf('cases: []\n---\na: 1\n')[0]).toContain('a test file is a single YAML document');
  });

  it('include those of a check of the whole file', () => {
    const { problems } = readTestSuite(oneCase('mocks: {a: {}}\n'));
    const later = { code: 'unknown-reference', message: 'm', path: ['cases', 0, 'mocks', 'a'], at: 'key' } as const;
    expect(problems([later])).toMatchObject([{ line: 3, column: 13, code: 'unknown-reference', severity: 'error' }]);
  });

  it('stop at a limit', () => {
    const cases = Array.from({ length: 1001 }, (_, index) => `  - name: case ${index}\n`).join('');
    const { suite } = readTestSuite(`cases:\n${cases}`);
    expect(suite?.cases).toHaveLength(1000);
    expect(codesOf(`cases:\n${cases}`)).toEqual(['1:1 invalid-value']);
  });
});
