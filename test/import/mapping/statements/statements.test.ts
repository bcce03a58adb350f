import { expect, test } from 'vitest';
import { loadLanguage } from '../../../../src/faces/cli/flows/load-language.ts';
import { importJenkinsfile } from '../../../../src/import/import-job.ts';

const { taskTypes, check } = await loadLanguage({});

/** The flow of a scripted pipeline from `tasks:` on, and its findings as `construct: outcome`. */
function imported(script: string) {
  const { flow, findings } = importJenkinsfile(script, {
    id: 'job',
    namespace: 'tests',
    name: 'Jenkinsfile',
    rules: {},
    taskTypes,
    check: (text) => check(text).problems,
  });
  return { flow, outcomes: findings.map(({ construct, outcome }) => `${construct}: ${outcome}`) };
}

test('a list of constants becomes a loop that stops at the first failure', () => {
  const { flow, outcomes } = imported(`for (x in ['a', 'b c']) { echo "is \${x}" }`);
  expect(flow).toContain('x: [a, b c]');
  expect(flow).toContain('fail_fast: true');
  expect(flow).toContain('message: is {{ items.each-x.x }}');
  expect(outcomes).toEqual(['for: mapped', 'echo: mapped']);
});

test('each with its own name for the item is the same', () => {
  const { flow, outcomes } = imported(`def names = ['p', 'q']\nnames.each { name -> echo name }`);
  expect(flow).toContain('message: "{{ items.each-name.name }}"');
  expect(outcomes).toEqual(['variable names: mapped', 'names.each: mapped', 'echo: mapped']);
});

test('what a loop computes is by hand', () => {
  expect(imported('for (x in findFiles()) { echo x }').outcomes).toEqual(['for: by hand', 'echo: by hand']);
});

test('the output and the status of a script are fields of its task', () => {
  const { flow, outcomes } = imported(
    `def out = sh(returnStdout: true, script: 'date').trim()\ndef rc = sh(returnStatus: true, script: 'false')\nif (rc != 0) { echo out }`,
  );
  expect(flow).toContain('out: {type: STRING}');
  expect(flow).toContain('rc: {type: INT}');
  expect(flow).toContain('run_if: task_outputs.rc.rc != 0');
  expect(outcomes).toEqual(['variable out: approximated', 'variable rc: mapped', 'if: mapped', 'echo: mapped']);
});

test('a catch that fails again becomes errors, and finally stays finally', () => {
  const { flow, outcomes } = imported(
    `try { sh 'make' } catch (e) { echo "no: \${e.message}"\ncurrentBuild.result = 'FAILURE'\nthrow e } finally { echo 'end' }`,
  );
  expect(flow).toMatch(/errors:\n.*\n.*\n\s+message: "no: \{\{ failure.message \}\}"/);
  expect(flow).toMatch(/finally:\n.*\n.*\n\s+message: end/);
  expect(outcomes).toEqual([
    'try: mapped',
    'sh: mapped',
    'echo: approximated',
    'assignment of currentBuild.result: mapped',
    'throw: mapped',
    'echo: mapped',
  ]);
});

test('a catch that hides the failure tolerates it, and what it does is by hand', () => {
  const { flow, outcomes } = imported(`try { sh 'make' } catch (e) { echo 'never mind' }\nsh 'make docs'`);
  expect(flow).toContain('allow_failure: true');
  expect(outcomes).toEqual(['try: approximated', 'sh: mapped', 'catch: by hand', 'echo: by hand', 'sh: mapped']);
});

test('a method is written where it is called, with its arguments', () => {
  const { flow, outcomes } = imported(`def greet(name) { echo "hello \${name}" }\ngreet('ada')\ngreet(name: 'x')`);
  expect(flow).toContain('message: hello ada');
  expect(outcomes).toContain('greet: mapped');
});

test('named arguments are properties of the only parameter', () => {
  expect(imported(`def greet(args) { echo "hello \${args.name}" }\ngreet(name: 'x', loud: true)`).flow).toContain(
    'message: hello x',
  );
});

test('a condition on the result is known at the end only', () => {
  const { flow } = imported(
    `try { sh 'make' } finally { if (currentBuild.currentResult == 'FAILURE') { echo 'failed' } }`,
  );
  expect(flow).toContain('run_if: failure.message is not empty');
  expect(imported(`if (currentBuild.result == 'FAILURE') { echo 'x' }`).outcomes).toContain('if: by hand');
});

test('the steps inside of an unknown step are mapped, and wait in a disabled block', () => {
  const { flow, outcomes } = imported(`sshagent(['key']) { sh 'git push' }`);
  expect(flow).toContain("description: sshagent(['key'])");
  expect(flow).toMatch(/- id: git\n +type: .*\n +commands:\n +- git push/);
  expect(outcomes).toEqual(['sshagent: by hand', 'sh: by hand']);
});

test('a question in a stage stands outside of blocks, where the flow can wait', () => {
  const { flow, outcomes } = imported(
    `stage('Ask') {\n  timeout(time: 1, unit: 'HOURS') { input 'Deploy?' }\n  echo 'ok'\n}`,
  );
  expect(flow).toMatch(
    /tasks:\n {2}- id: ask-approval\n.*\n {4}timeout: 1h\n {4}message: Deploy\?\n {2}- id: ask-echo/,
  );
  expect(outcomes).toEqual(['stage: mapped', 'timeout: approximated', 'input: approximated', 'echo: mapped']);
});

test.each([
  ['', '  - id: approval\n.*\n {4}message: Go'],
  ['beforeInput true', '  - id: approval\n.*\n {4}run_if: inputs.P == .a.\n {4}message: Go'],
])('the question of a stage comes before its condition, unless the stage has %j', (option, expected) => {
  const { flow } = imported(`pipeline { agent any
    parameters { string(name: 'P', defaultValue: 'a') }
    stages { stage('Deploy') {
      when {
        ${option}
        equals expected: 'a', actual: params.P
      }
      input { message 'Go?' }
      steps { sh 'make deploy' } } } }`);
  expect(flow).toMatch(new RegExp(expected));
  expect(flow).toContain("    run_if: inputs.P == 'a'\n    commands:");
});
