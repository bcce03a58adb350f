import { expect, test } from 'vitest';
import { junitProblems } from '../../../../src/faces/cli/problems/junit-problems.ts';
import { context, problem, reports, warning } from './reports.ts';

test('prints a suite per file, with a failed case per error', () => {
  expect(junitProblems(reports, context).replaceAll(/timestamp="[^"]*"/g, 'timestamp=""')).toBe(
    `<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="2" failures="1" errors="0" skipped="0" time="0.000">
  <testsuite name="flows/a.yaml" timestamp="" tests="1" failures="1" errors="0" skipped="0" time="0.000">
    <testcase classname="flows/a.yaml" name="unknown-property at 7:5" file="flows/a.yaml" line="7" time="0.000">
      <failure message="No property &quot;comands&quot;" type="unknown-property">flows/a.yaml:7:5 error unknown-property No property &quot;comands&quot;</failure>
      <system-out>flows/a.yaml:3:5 warning unused-input Nothing uses it</system-out>
    </testcase>
  </testsuite>
  <testsuite name="flows/b.yaml" timestamp="" tests="1" failures="0" errors="0" skipped="0" time="0.000">
    <testcase classname="flows/b.yaml" name="has no errors" file="flows/b.yaml" line="1" time="0.000"/>
  </testsuite>
</testsuites>
`,
  );
});

test('a file with warnings only has passed; equal errors at a place have different names', () => {
  const passed = junitProblems([{ file: 'a.yaml', problems: [warning] }], context);
  expect(passed).toContain('failures="0"');
  expect(passed).toContain('<system-out>flows/a.yaml:3:5 warning unused-input');
  const twice = junitProblems([{ file: 'a.yaml', problems: [problem, problem] }], context);
  expect(twice).toContain('name="unknown-property at 7:5 (2)"');
});
