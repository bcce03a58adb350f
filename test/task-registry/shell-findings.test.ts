import { expect, it } from 'vitest';
import { shellFindings } from '../../src/task-registry/shell-findings.ts';

const place = (path: (string | number)[], text: string, language: 'shell' | 'bash' | 'text' = 'shell') => ({ path, text, language });

it('reads the items of a list as one script, and places findings in the items', () => {
  const findings = shellFindings([
    place(['commands', 0], "cat <<'END'"),
    place(['commands', 1], 'it\'s {{ inputs.a }}'),
    place(['commands', 2], 'END'),
    place(['commands', 3], 'echo {{ inputs.b }}'),
  ]);
  expect(findings.map(({ code, path, range }) => ({ code, path, range }))).toEqual([
    { code: 'unexpanded-reference', path: ['commands', 1], range: { start: 5, end: 19 } },
    { code: 'unquoted-reference', path: ['commands', 3], range: { start: 5, end: 19 } },
  ]);
});

it('keeps scripts apart, and leaves other texts alone', () => {
  const findings = shellFindings([
    place(['script'], 'echo "{{ inputs.a }}'),
    place(['beforeCommands', 0], 'echo {{ inputs.a }}', 'bash'),
    place(['message'], 'echo {{ inputs.a }}', 'text'),
  ]);
  expect(findings.map(({ path }) => path)).toEqual([['beforeCommands', 0]]);
});

it('knows which dialect a script is written in', () => {
  const declaration = 'export X={{ inputs.a }}';
  expect(shellFindings([place(['script'], declaration, 'bash')])).toEqual([]);
  expect(shellFindings([place(['script'], declaration)])).toHaveLength(1);
});
