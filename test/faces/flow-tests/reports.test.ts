import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { junitReport } from '../../../src/faces/flow-tests/report/junit-report.ts';
import { prettyReport } from '../../../src/faces/flow-tests/report/pretty-report.ts';
import { tapReport } from '../../../src/faces/flow-tests/report/tap-report.ts';
import type { CaseResult, SuiteResult } from '../../../src/faces/flow-tests/test-result.ts';

const passed: CaseResult = {
  name: 'counts',
  place: { line: 2, column: 11 },
  outcome: 'passed',
  failures: [],
  log: [],
  seconds: 0.25,
  seed: undefined,
};

const failed: CaseResult = {
  ...passed,
  name: 'cleans & "tells" #1',
  outcome: 'failed',
  failures: [
    { place: { line: 5, column: 7 }, what: 'state', expected: 'SUCCESS', found: 'FAILED: <boom>' },
    { place: { line: 6, column: 3 }, what: 'The task a was never reached' },
  ],
  log: ['  one', '\u001b[31mred\u001b[0m \u0007\ud800'],
  seconds: 1,
  seed: 7,
};

const suite: SuiteResult = {
  file: 'a.test.yaml',
  flow: { namespace: 'shop', id: 'report' },
  problems: [],
  isUsable: true,
  cases: [passed, failed],
  paths: [],
};

const unusable: SuiteResult = {
  ...suite,
  file: 'b.test.yaml',
  flow: undefined,
  isUsable: false,
  cases: [],
  problems: [
    {
      file: 'b.test.yaml',
      problems: [{ code: 'empty-list', severity: 'error', message: 'No cases.', path: '', line: 1, column: 8 }],
    },
  ],
};

describe('the report for people', () => {
  it('has a line for each case, and what differed', () => {
    expect(prettyReport([suite, unusable])).toBe(`a.test.yaml
  ✔ counts
  ✖ cleans & "tells" #1
      a.test.yaml:5:7 state
        expected  SUCCESS
        found     FAILED: <boom>
      a.test.yaml:6:3 The task a was never reached.
      repeat with --seed 7
      log:
          one
        \u001b[31mred\u001b[0m \u0007\ud800

b.test.yaml
  b.test.yaml:1:8 error empty-list No cases.

2 cases: 1 passed, 1 failed, 1 test file could not be used
`);
  });

  it('shows the end of a long log', () => {
    const log = Array.from({ length: 25 }, (_, index) => `line ${index + 1}`);
    const text = prettyReport([{ ...suite, cases: [{ ...failed, log }] }]);
    expect(text).toContain('log, without the first 5 lines:\n        line 6\n');
    expect(text).not.toContain('line 5\n');
  });
});

describe('the JUnit report', () => {
  const report = junitReport([suite, unusable], new Date('2026-01-02T03:04:05.678Z'));

  it('has a suite for each file', () => {
    expect(report).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="3" failures="1" errors="1" skipped="0" time="1.250">
  <testsuite name="a.test.yaml" timestamp="2026-01-02T03:04:05" tests="2" failures="1" errors="0" skipped="0" time="1.250">
    <testcase classname="shop.report" name="counts" file="a.test.yaml" line="2" time="0.250"/>
    <testcase classname="shop.report" name="cleans &amp; &quot;tells&quot; #1" file="a.test.yaml" line="2" time="1.000">
      <failure message="a.test.yaml:5:7 state: expected SUCCESS, found FAILED: &lt;boom&gt;" type="expectation">a.test.yaml:5:7 state
  expected  SUCCESS
  found     FAILED: &lt;boom&gt;
a.test.yaml:6:3 The task a was never reached.
repeat with --seed 7</failure>
      <system-out>  one
red \ufffd\ufffd</system-out>
    </testcase>
  </testsuite>
  <testsuite name="b.test.yaml" timestamp="2026-01-02T03:04:05" tests="1" failures="0" errors="1" skipped="0" time="0.000">
    <testcase classname="b.test.yaml" name="the test file" file="b.test.yaml" line="1" time="0.000">
      <error message="b.test.yaml:1:8 error empty-list No cases." type="unusable">b.test.yaml:1:8 error empty-list No cases.</error>
    </testcase>
  </testsuite>
</testsuites>
`);
  });
});

it('gives cases of the same flow different names in JUnit', () => {
  const again = { ...suite, file: 'c.test.yaml', cases: [passed] };
  const names = [...junitReport([suite, again], new Date()).matchAll(/ name="(counts[^"]*)"/g)].map(([, name]) => name);
  expect(names).toEqual(['counts', 'counts (c.test.yaml)']);
});

describe('the TAP report', () => {
  const report = tapReport([suite, unusable]);

  it('has a point for each case', () => {
    expect(report.split('\n').filter((line) => /^\S/.test(line))).toEqual([
      'TAP version 14',
      '1..3',
      'ok 1 - a.test.yaml: counts',
      'not ok 2 - a.test.yaml: cleans & "tells" \\#1',
      'not ok 3 - b.test.yaml',
    ]);
  });

  it('says what differed in YAML', () => {
    const blocks = [...report.matchAll(/^ {2}---\n([^]*?)^ {2}\.\.\.$/gm)].map(([, block = '']) => parse(block));
    expect(blocks).toEqual([
      {
        message: 'a.test.yaml:5:7 state: expected SUCCESS, found FAILED: <boom>',
        details:
          'a.test.yaml:5:7 state\n  expected  SUCCESS\n  found     FAILED: <boom>\na.test.yaml:6:3 The task a was never reached.\nrepeat with --seed 7',
        log: '  one\n\ufffd[31mred\ufffd[0m \ufffd\ufffd',
      },
      {
        message: 'b.test.yaml:1:8 error empty-list No cases.',
        details: 'b.test.yaml:1:8 error empty-list No cases.',
      },
    ]);
  });
});
