import { expect, test } from 'vitest';
import { colouredReport } from '../../../../src/faces/cli/flow-tests/test-formats.ts';
import { logText } from '../../../../src/faces/cli/terminal-text.ts';

const report =
  'a.test.yaml\n  ✔ one\n  ✖ two\n        2 cases: log\n        \u001b[31m  ✔ log\n\n2 cases: 1 passed, 1 failed\n';

test('colours the marks and the summary, and nothing else', () => {
  expect(colouredReport(report)).toBe(
    'a.test.yaml\n  \u001b[1;32m✔\u001b[0m one\n  \u001b[1;31m✖\u001b[0m two\n        2 cases: log\n' +
      '        \\u001b[31m  ✔ log\n\n\u001b[1;31m2 cases: 1 passed, 1 failed\u001b[0m\n',
  );
  expect(colouredReport('1 case: 1 passed\n')).toBe('\u001b[1;32m1 case: 1 passed\u001b[0m\n');
});

test('is the report itself without colours', () => {
  expect(logText(colouredReport(report), { isColoured: false })).toBe(report.replace('\u001b', '\\u001b'));
});
