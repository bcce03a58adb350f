import { describe, expect, test } from 'vitest';
import { loadLanguage } from '../../src/faces/cli/flows/load-language.ts';
import { importJenkinsfile } from '../../src/import/import-job.ts';

const { taskTypes, check } = await loadLanguage({});

/** What became of a job: its flow, and of each statement `LINE CONSTRUCT: OUTCOME (MESSAGE)`. */
function imported(text: string): { readonly flow: string; readonly said: readonly string[] } {
  const { flow, findings, source, warnings } = importJenkinsfile(text, {
    id: 'job',
    namespace: 'tests',
    name: 'Jenkinsfile',
    rules: {},
    taskTypes,
    check: (yaml) => check(yaml).problems,
  });
  expect(warnings.filter(({ severity }) => severity === 'error')).toEqual([]);
  const said = findings.map(({ start, construct, outcome, message }) => {
    const line = source.slice(0, start).split('\n').length;
    return `${line} ${construct}: ${outcome}${message === undefined ? '' : ` (${message})`}`;
  });
  return { flow, said };
}

const declarative = (stages: string, before = '') => `pipeline {\nagent any\n${before}\nstages {\n${stages}\n}\n}`;

const steps = (text: string, before = '') => declarative(`stage('S') { steps {\n${text}\n} }`, before);

const script = (text: string, before = '') => steps(`script {\n${text}\n}`, before);

describe('the environment', () => {
  test('of withEnv is evaluated before its first variable is set', () => {
    const around = (text: string) => steps(`withEnv(['A=first']) { ${text} }`);
    const { flow } = imported(around(`withEnv(['A=second', "B=\${env.A}-b"]) { sh 'make' }`));
    expect(flow).toContain('A: second');
    expect(flow).toContain('B: first-b');
  });

  test('of withEnv is by hand where a variable hides the value of another one', () => {
    const { said } = imported(
      steps(`withEnv(['A=inner', "B=\${env.A}-b"]) { sh 'make' }`, `environment { A = 'outer' }`),
    );
    expect(said).toContain('6 withEnv: by hand (B gets a value that A hides; the run stops here)');
  });

  test('of withEnv is by hand where a value only the shell knows is changed before it is read', () => {
    const { said } = imported(steps(`withEnv(["PATH=/x:\${env.PATH}", "OLD=\${env.PATH}"]) { sh 'make' }`));
    expect(said).toContain(
      '6 withEnv: by hand (OLD gets the value that PATH had before, which the same list changes; the run stops here)',
    );
  });

  test('of withEnv says that a variable without a value is not removed', () => {
    const { said } = imported(steps(`withEnv(['A=']) { sh 'make' }`));
    expect(said).toContain('6 withEnv: approximated (A is empty, where Jenkins removes it)');
  });

  test('keeps the value of environment where a script assigns the same variable', () => {
    const { flow, said } = imported(script(`env.A = 'other'\necho env.A`, `environment { A = 'first' }`));
    expect(said).toContain('7 assignment of env.A: by hand (it changes nothing where environment or withEnv sets A)');
    expect(flow).toContain('message: "{{ variables.A }}"');
  });

  test('is unknown behind an assignment that is by hand', () => {
    const { said } = imported(
      declarative(
        `stage('A') { steps { script { env.V = compute() } } }\nstage('B') { steps {\nsh 'echo $V'\necho "\${env.V}"\n} }`,
      ),
    );
    expect(said).toContain('7 sh: approximated (V is not set: a statement that is by hand assigns env.V)');
    expect(said).toContain('8 echo: by hand (a statement that is by hand assigns env.V)');
  });

  test.each(["when { expression { params.X == 'a' } }\nsteps {", 'steps {'])(
    'is unknown behind an assignment in a stage with %j that may not happen',
    (start) => {
      const assigned = start.startsWith('when') ? `script { env.V = 'a' }` : `catchError { script { env.V = 'a' } }`;
      const { said } = imported(
        declarative(`stage('A') {\n${start}\n${assigned}\n}\n}\nstage('B') { steps { echo "\${env.V}" } }`),
      );
      expect(said.filter((line) => line.includes('env.V'))).toEqual([
        expect.stringContaining('by hand (env.V has this value only if the statement runs; the run stops here)'),
        expect.stringContaining('echo: by hand (a statement that is by hand assigns env.V)'),
      ]);
    },
  );

  test('has no value for a parameter that is by hand', () => {
    const { said } = imported(steps(`sh 'echo $FLOWGATE_X'`, `parameters { string(name: 'FLOWGATE_X') }`));
    expect(said).toContain('6 sh: approximated (FLOWGATE_X is not set: the parameter FLOWGATE_X is by hand)');
  });
});

describe('variables', () => {
  test.each(["list << 'c'", "list.add('c')", "list[0] = 'c'"])('whose list is changed by %s are by hand', (change) => {
    const { said } = imported(script(`def list = ['a', 'b']\n${change}\nfor (x in list) { echo x }`));
    expect(said).toContain('7 variable list: by hand (the list list is changed)');
    expect(said).toContain('9 for: by hand (its items are computed)');
  });

  test('that share a name with a parameter or loop variable are by hand', () => {
    const { flow, said } = imported(script(`x = 'fixed'\nfor (x in ['p', 'q']) { echo x }`));
    expect(said).toContain('7 assignment of x: by hand (x has several meanings in the job)');
    expect(flow).not.toContain('message: fixed');
  });

  test('with an output that is not trimmed lose its line break', () => {
    const { said } = imported(script(`def v = sh(script: 'make version', returnStdout: true)\necho v`));
    expect(said).toContain(
      '7 variable v: approximated (the output must be a single line; it has no line break at its end)',
    );
  });

  test('in the quotes of a shell are data', () => {
    const { said } = imported(steps(`sh "echo '\${params.A}'"`, `parameters { string(name: 'A') }`));
    expect(said).toContain(
      '6 sh: approximated (quotes, $ and ; in the value of params.A have no meaning, but Jenkins lets the shell read them)',
    );
  });
});

describe('what runs', () => {
  test.each(['return', 'throw new Exception("no")'])('behind a conditional %s runs only without it', (leave) => {
    const { said, flow } = imported(
      script(`if (params.D) { ${leave} }\nsh './deploy'`, `parameters { booleanParam(name: 'D') }`),
    );
    expect(said).toContain('8 sh: mapped');
    expect(flow).toMatch(/run_if: inputs\.D\n(?: +.*\n){1,3} +- exit 1\n(?:.*\n){1,3}.*deploy/);
  });

  test('behind a conditional return of a stage of its own is mapped', () => {
    const { said } = imported(`node {\nstage('A') { if (BRANCH_NAME == 'x') { return } }\nsh 'make'\n}`);
    expect(said).toContain('3 sh: mapped');
  });

  test('under a condition that is by hand stays a disabled task of its own', () => {
    const { flow } = imported(script(`def x = compute()\nif (x) { echo 'yes' }\nfoo 1`));
    expect(flow).toContain('description: if (x)\n        message: yes');
  });

  test('after a success runs after a tolerated failure, too', () => {
    const { said } = imported(
      declarative(
        `stage('S') { steps { catchError { sh 'make' } }\npost {\nsuccess { echo 'a' }\nfailure { echo 'b' }\n} }`,
      ),
    );
    expect(said.find((line) => line.includes('post success'))).toContain('it runs after a tolerated failure, too');
    expect(said.find((line) => line.includes('post failure'))).toContain('it does not run after a tolerated failure');
  });

  test('behind a catch that sets the result is said not to run', () => {
    const { said } = imported(
      `node {\ntry { sh 'make' } catch (e) { currentBuild.result = 'FAILURE' }\nsh 'report'\n}`,
    );
    expect(said.find((line) => line.includes('try'))).toContain('the tasks behind it do not run after a failure');
  });

  test('in a retry around a tolerated failure is not tried again', () => {
    const { flow } = imported(steps(`retry(3) { catchError { sh 'make' } }`));
    expect(flow).not.toMatch(/allow_failure: true\n +retry|retry: .*\n +allow_failure/);
  });
});

test('artifacts in a folder say that their names start with it', () => {
  const { said } = imported(steps(`dir('build') { archiveArtifacts artifacts: '*.jar', allowEmptyArchive: true }`));
  expect(said).toContain('6 archiveArtifacts: approximated (the names of the files start with build/)');
});

test('files of a stash are by hand behind an emptied workspace', () => {
  const { said } = imported(steps(`stash 'a'\ndeleteDir()\nunstash 'a'`));
  expect(said).toContain(
    '8 unstash: by hand (the workspace is emptied before it, and a flow keeps no copy of its files; the run stops here)',
  );
});

describe('a long job', () => {
  test.each([
    ['statements', `node {\n${"sh 'make'\n".repeat(3000)}}`],
    ['lines of a script', steps(`sh '''${'make\n'.repeat(100_000)}'''`)],
    ['comments', `${'// words\n'.repeat(50_000)}node { sh 'make' }`],
    ['assignments', `node {\n${"x = x + 'a'\nif (x) { echo y }\n".repeat(3000)}}`],
  ])('of many %s is a valid flow', (_, text) => {
    expect(imported(text).said.length).toBeGreaterThan(0);
  });
});

describe('what runs after a failure', () => {
  const rollback = (more: string) => `node { try { sh 'make' } catch (e) { sh 'undo'\nthrow e }\n${more} }`;

  test('of a try does not run after a failure behind it', () => {
    const { flow } = imported(rollback(`sh 'deploy'`));
    expect(flow).toMatch(/id: try\n.*\n.*\n +- make\n {2}- id: deploy/);
    expect(flow).toContain("run_if: failure.task == 'try'");
  });

  test('of the second try names a task of its own', () => {
    const { flow } = imported(rollback(`try { sh 'test' } catch (e) { sh 'undo'\nthrow e }\nsh 'deploy'`));
    for (const id of ['try', 'try-2']) {
      expect(flow).toContain(`- id: ${id}\n`);
      expect(flow).toContain(`run_if: failure.task == '${id}'`);
    }
  });

  test('of a stage does not run after a failure of the next one', () => {
    const { flow, said } = imported(
      declarative(
        `stage('A') { steps { sh 'make' }\npost { failure { sh 'undo' } } }\nstage('B') { steps { sh 'deploy' } }`,
      ),
    );
    expect(flow).toMatch(/id: a\n.*\n.*\n +- make\n {2}- id: b\n.*\n.*\n +- deploy/);
    expect(said).toContainEqual(expect.stringContaining('after a failure of this stage'));
  });

  test('of a nested stage says after which failures', () => {
    const inner = `stage('A') { steps { sh 'make' }\npost { failure { sh 'undo' } } }\nstage('B') { steps { sh 'deploy' } }`;
    const { said } = imported(declarative(`stage('All') { stages { ${inner} } }`));
    expect(said).toContainEqual(expect.stringContaining('after a failure anywhere in all'));
  });
});

describe('return', () => {
  test.each([
    ['a try', (text: string) => `node { try { sh 'make'\n${text} } finally { echo 'f' }\nsh 'deploy' }`],
    ['a finally', (text: string) => `node { try { sh 'make' } finally { echo 'f'\n${text} }\nsh 'deploy' }`],
    [
      'a try in a try',
      (text: string) => `node { try { try { ${text} } finally { echo 'f' } } finally { echo 'g' }\nsh 'deploy' }`,
    ],
    ['a method', (text: string) => `def f() { try { ${text} } finally { echo 'f' }\nsh 'deploy' }\nnode { f() }`],
  ])('in %s leaves out what is behind it, so that the run stops', (_, job) => {
    const { said } = imported(job('return'));
    expect(said).toContainEqual(expect.stringContaining('return: by hand (flows have no return; the run stops here)'));
  });

  test.each([
    `node { try { sh 'make'\nreturn } finally { echo 'f' } }`,
    `node { stage('A') { sh 'make'\nreturn }\nsh 'deploy' }`,
    `node { try { stage('A') { sh 'make'\nreturn }\nsh 'deploy' } finally { echo 'f' }\nsh 'more' }`,
  ])('leaves nothing out at the end of a closure: %s', (job) => {
    expect(imported(job).said).toContainEqual(expect.stringContaining('return: mapped (nothing follows it)'));
  });
});
