import { expect, it } from 'vitest';
import { defaultFlowLimits } from '../../../src/language/document/flow-limits.ts';
import { parseTemplate } from '../../../src/language/expressions/parse-template.ts';
import { checkFlow } from '../../../src/language/flow/check-flow.ts';
import { unlimitedTime } from '../../../src/language/safe-patterns/time-budget.ts';
import { shellProblems } from '../../../src/language/task-types/shell-problems.ts';
import { taskTypes } from '../../support/transpile-yaml.ts';

const untyped = { inputs: [], typeOf: () => undefined };
const place = (path: (string | number)[], text: string, language: 'shell' | 'bash' | 'text' = 'shell') => ({
  path,
  text,
  language,
  ...parseTemplate(text),
});

it('reads the items of a list as one script, and reports problems in the items', () => {
  const problems = shellProblems(
    [
      place(['commands', 0], "cat <<'END'"),
      place(['commands', 1], "it's {{ inputs.a }}"),
      place(['commands', 2], 'END'),
      place(['commands', 3], 'echo {{ inputs.b }}'),
    ],
    untyped,
  );
  expect(problems.map(({ code, path, range }) => ({ code, path, range }))).toEqual([
    { code: 'unexpanded-reference', path: ['commands', 1], range: { start: 5, end: 19 } },
    { code: 'unquoted-reference', path: ['commands', 3], range: { start: 5, end: 19 } },
  ]);
});

it('separates scripts, and ignores other strings', () => {
  const problems = shellProblems(
    [
      place(['script'], 'echo "{{ inputs.a }}'),
      place(['beforeCommands', 0], 'echo {{ inputs.a }}', 'bash'),
      place(['message'], 'echo {{ inputs.a }}', 'text'),
    ],
    untyped,
  );
  expect(problems.map(({ path }) => path)).toEqual([['beforeCommands', 0]]);
});

it('recognizes the dialect of a script', () => {
  const declaration = 'export X={{ inputs.a }}';
  expect(shellProblems([place(['script'], declaration, 'bash')], untyped)).toEqual([]);
  expect(shellProblems([place(['script'], declaration)], untyped)).toHaveLength(1);
});

it('warns if a value could be split, which values of some types never are', () => {
  const text = `id: quoting
namespace: tests
description: Has an input of each type that a shell sees.
inputs:
  - {id: text, type: STRING, defaults: x}
  - {id: count, type: INT, defaults: 1}
  - {id: share, type: FLOAT, defaults: 1}
  - {id: flag, type: BOOLEAN, defaults: true}
  - {id: day, type: DATE, defaults: 2026-01-31}
  - {id: at, type: DATETIME, defaults: 2026-01-31T08:00:00}
  - {id: long, type: DURATION, defaults: 5s}
  - {id: page, type: URI, defaults: "https://example.org/?q=*"}
  - {id: level, type: ENUM, values: [low, v1.2], defaults: low}
  - {id: phrase, type: ENUM, values: [low, very high], defaults: low}
variables: {NAME: plain}
tasks:
  - id: returns
    type: dev.vendor.plugin.core.shell.Shell
    outputSchema: {n: {type: INT}, note: {type: STRING}}
    commands: ['echo "{{ inputs.text }}"']
  - id: show
    type: dev.vendor.plugin.core.shell.Shell
    commands:
${['inputs.text', 'inputs.count', 'inputs.share', 'inputs.flag', 'inputs.day', 'inputs.at', 'inputs.long', 'inputs.page', 'inputs.level', 'inputs.phrase', 'variables.NAME', 'task_outputs.returns.n', 'task_outputs.returns.note'].map((reference) => `      - echo {{ ${reference} }}`).join('\n')}
`;
  const { problems } = checkFlow(
    { text, format: 'yaml' },
    { taskTypes, vendor: 'vendor', prefix: 'VENDOR', limits: defaultFlowLimits, makeBudget: unlimitedTime },
  );
  expect(problems.map(({ code, message }) => `${code} ${message.split(' ')[1]}`)).toEqual(
    ['inputs.text', 'inputs.page', 'inputs.phrase', 'variables.NAME', 'task_outputs.returns.note'].map(
      (reference) => `unquoted-reference ${reference}`,
    ),
  );
});
