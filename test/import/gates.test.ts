import { describe, expect, test } from 'vitest';
import { importJenkinsfile, type ImportResult } from '../../src/import/import-job.ts';
import { checkFlow } from '../../src/language/flow/check-flow.ts';
import { outcomesOf, resultOf } from '../faces/flow-tests/suite-folder.ts';
import { language } from '../faces/offline-flows/flow-folder.ts';
import { LocalRuns, passing, planOf } from '../support/local-run.ts';
import { sampleOf } from '../support/nightly.ts';
import { runSegment } from '../support/virtual-run.ts';

/**
 * Gates of Jenkins in each construct: whatever the import makes of them, what they guard does not run, and the run does not
 * succeed as if they had let it pass.
 */
const gates: Readonly<Record<string, string>> = {
  question: `input 'Deploy?'`,
  'answer of a question': `def ok = input(message: 'Deploy?', parameters: [booleanParam(name: 'OK')])`,
  assert: `assert fileExists('approved')`,
  'quality gate': `waitForQualityGate abortPipeline: true`,
  milestone: `milestone 1`,
  'lock that is skipped': `lock(resource: 'prod', skipIfLocked: true) { echo 'locked' }`,
  'lock of a pool': `lock(label: 'prod', quantity: 2) { sh 'smoke-test' }`,
  'conditional error': `if (compute() != 'ok') { error 'no' }`,
  'conditional throw': `if (compute()) { throw new Exception('no') }`,
  'conditional return': `if (compute()) { return }`,
  throw: `throw new IllegalStateException('no')`,
  'step of a library': `verifyRelease()`,
  'method of an object': `checks.verify(env.TAG)`,
  'script for Windows': `bat 'test.bat'`,
  'computed script': 'sh "test ${compute()}"',
  'computed job': 'build job: "test-${compute()}"',
  'result of the build': `currentBuild.result = 'ABORTED'`,
  'report that decides': `step([$class: 'JacocoPublisher', changeBuildStatus: true])`,
  'wait for a condition': `waitUntil { fileExists 'go' }`,
  'computed agent': `node(compute()) { sh 'test' }`,
  'computed credentials': `withCredentials(compute()) { sh 'test' }`,
  'variable of the environment': `env.TARGET = compute()`,
};

const deploy = `sh 'echo DEPLOYED'`;

const declared = (stages: string, more = '') =>
  `pipeline {\nagent any\nparameters { booleanParam(name: 'GO', defaultValue: true) }\nstages {\n${stages}\n}\n${more}\n}`;

const staged = (steps: string, more = '') => declared(`stage('S') { steps { script {\n${steps}\n} } }`, more);

const constructs: Readonly<Record<string, (gate: string) => string>> = {
  'a script block': (gate) => staged(`${gate}\n${deploy}`),
  'a later step': (gate) => declared(`stage('S') { steps { script {\n${gate}\n}\n${deploy} } }`),
  'a later stage': (gate) =>
    declared(`stage('A') { steps { script {\n${gate}\n} } }\nstage('B') { steps { ${deploy} } }`),
  'nested stages': (gate) =>
    declared(
      `stage('All') { stages {\nstage('A') { steps { script {\n${gate}\n} } }\nstage('B') { steps { ${deploy} } }\n} }`,
    ),
  'a branch': (gate) =>
    declared(
      `stage('All') { parallel {\nstage('A') { steps { script {\n${gate}\n${deploy}\n} } }\nstage('B') { steps { echo 'b' } }\n} }`,
    ),
  'a stage after branches': (gate) =>
    declared(
      `stage('All') { parallel {\nstage('A') { steps { script {\n${gate}\n} } }\nstage('B') { steps { echo 'b' } }\n} }\nstage('C') { steps { ${deploy} } }`,
    ),
  'a matrix': (gate) =>
    declared(
      `stage('M') { matrix { axes { axis { name 'OS'\nvalues 'a', 'b' } }\nstages { stage('S') { steps { script {\n${gate}\n${deploy}\n} } } } } }`,
    ),
  'a stage with a condition': (gate) =>
    declared(`stage('S') { when { expression { params.GO } }\nsteps { script {\n${gate}\n${deploy}\n} } }`),
  'a loop': (gate) => staged(`for (x in ['a', 'b']) {\n${gate}\n${deploy}\n}`),
  'an if': (gate) => staged(`if (params.GO) {\n${gate}\n${deploy}\n}`),
  catchError: (gate) => staged(`catchError {\n${gate}\n${deploy}\n}`),
  'a step after catchError': (gate) => staged(`catchError {\nsh 'a'\n${gate}\n}\n${deploy}`),
  'warnError in a retry': (gate) => staged(`retry(2) { warnError('x') {\n${gate}\n}\n${deploy}\n}`),
  try: (gate) => staged(`try {\n${gate}\n${deploy}\n} catch (e) { echo 'no' }`),
  'a step after try': (gate) => staged(`try {\n${gate}\n} catch (e) { echo 'no' }\n${deploy}`),
  retry: (gate) => staged(`retry(3) {\n${gate}\n${deploy}\n}`),
  'a flow that retries': (gate) => staged(`${gate}\n${deploy}`, 'options { retry(3) }'),
  'a timeout': (gate) => staged(`timeout(5) {\n${gate}\n${deploy}\n}`),
  'a folder with variables': (gate) => staged(`dir('a') { withEnv(['A=b']) {\n${gate}\n${deploy}\n} }`),
  'post success': (gate) => staged(`sh 'make'`, `post { success { script {\n${gate}\n${deploy}\n} } }`),
  'a node': (gate) => `node {\n${gate}\n${deploy}\n}`,
  'a scripted stage': (gate) => `node { stage('A') {\n${gate}\n}\nstage('B') { ${deploy} } }`,
  'scripted branches': (gate) => `node { parallel a: {\n${gate}\n${deploy}\n}, b: { echo 'b' } }`,
  'a method': (gate) => `def check() {\n${gate}\necho 'checked'\n}\nnode {\ncheck()\n${deploy}\n}`,
};

/** What ends at most its own list: the result of a build does not depend on it. */
const final: Readonly<Record<string, (gate: string) => string>> = {
  'post always': (gate) => staged(`sh 'make'`, `post { always { script {\n${gate}\n${deploy}\n} } }`),
  'post failure': (gate) => staged(`sh 'exit 1'`, `post { failure { script {\n${gate}\n${deploy}\n} } }`),
  finally: (gate) => `node { try { sh 'make' } finally {\n${gate}\n${deploy}\n} }`,
  'a catch that fails': (gate) => `node { try { sh 'exit 1' } catch (e) {\n${gate}\n${deploy}\nthrow e\n} }`,
};

/** What is by hand, too, and holds nothing up. */
const harmless: Readonly<Record<string, string>> = {
  'a message': 'echo "built ${compute()}"',
  'a notification': `slackSend channel: '#ops', message: "done \${compute()}"`,
  'a name of the build': 'currentBuild.displayName = "#${env.TAG ?: 1}"',
  'a report': `recordIssues tools: [java()]`,
  'a report by its class': `step([$class: 'CoberturaPublisher', coberturaReportFile: 'c.xml'])`,
  'a description of the build': `buildDescription 'of main'`,
  'a condition for a message': `if (params.X.split(',').size() > 1) { echo 'many' }`,
};

const tried = sampleOf(Object.entries(gates), 5);

describe.each(Object.entries(constructs))('in %s', (_, construct) => {
  test.each(tried)('a %s holds up what it guards', async (name, gate) => {
    const { started, state } = await run(imported(construct(gate)).flow);
    expect(started.filter((script) => script.includes('DEPLOYED'))).toEqual([]);
    expect(name === 'question' ? ['FAILED', 'WAITING'] : ['FAILED']).toContain(state);
  });
});

describe.each(Object.entries(final))('in %s', (_, construct) => {
  test.each(tried)('a %s holds up what it guards', async (_name, gate) => {
    const { started } = await run(imported(construct(gate)).flow);
    expect(started.filter((script) => script.includes('DEPLOYED'))).toEqual([]);
  });
});

/** Directives that are by hand: what Jenkins would run with them does not run without. */
const scopes: Readonly<Record<string, string>> = {
  'an agent of the pipeline': `pipeline { agent { dockerfile { filename 'ci/Dockerfile' } }
    stages { stage('A') { steps { ${deploy} } } }
    post { always { sh 'echo DEPLOYED always' } } }`,
  'a computed label of the pipeline': `pipeline { agent { label compute() }
    stages { stage('A') { stages { stage('B') { steps { ${deploy} } } } } } }`,
  'an agent of a stage': `pipeline { agent any
    stages { stage('A') { agent { kubernetes { yaml 'x' } }
    steps { ${deploy} }
    post { always { sh 'echo DEPLOYED always' } } }
    stage('B') { steps { ${deploy} } } } }`,
  'a variable of the pipeline': `pipeline { agent any
    environment { TARGET = compute() }
    stages { stage('A') { steps { ${deploy} } } }
    post { always { sh 'rm -rf DEPLOYED/$TARGET' } } }`,
  'a variable of a stage': `pipeline { agent any
    stages { stage('A') { environment { TARGET = "\${params.X ?: 'a'}" }
    steps { ${deploy} } } } }`,
  'a lock of the pipeline': `pipeline { agent any
    options { lock(label: 'prod', quantity: 1) }
    stages { stage('A') { steps { ${deploy} } } } }`,
  'a lock of a stage': `pipeline { agent any
    stages { stage('A') { options { lock(label: 'prod') }
    steps { ${deploy} } } } }`,
  'stages that an unstable result skips': `pipeline { agent any
    options { skipStagesAfterUnstable() }
    stages { stage('A') { steps { sh 'make test'
    junit 'reports/*.xml' } }
    stage('B') { steps { ${deploy} } } } }`,
  'a condition of a stage': `pipeline { agent any
    stages { stage('A') { when { changeset 'src/**' }
    steps { error 'no' } }
    stage('B') { steps { ${deploy} } } } }`,
  'a condition of a matrix': `pipeline { agent any
    stages { stage('A') { matrix { when { changeset 'src/**' }
    axes { axis { name 'OS'
    values 'a' } }
    stages { stage('T') { steps { sh 'test' } } } } }
    stage('B') { steps { ${deploy} } } } }`,
  'a parameter': `pipeline { agent any
    parameters { gitParameter(name: 'TAG') }
    stages { stage('A') { steps { ${deploy} } } } }`,
  'a question of a branch': `pipeline { agent any
    stages { stage('A') { parallel { stage('B') { input { message 'Deploy?' }
    steps { ${deploy} } } } } } }`,
  'an unknown directive': `pipeline { agent any
    stages { stage('A') { when { branch 'x' } steps { sh 'test' } }
    stage('B') { steps { ${deploy} } } } }`,
  'a catch that asks': `node { try { sh 'exit 1' } catch (e) { input 'Tests failed. Deploy?' }
    ${deploy} }`,
  'a catch of something else': `node { try { sh 'exit 1' } catch (FlowInterruptedException e) { echo 'stopped' }
    ${deploy} }`,
};

test.each(Object.entries(scopes))('%s that is by hand holds up what it is around', async (_, source) => {
  const { flow, findings, test: proposed } = imported(source);
  const { started, state } = await run(flow);
  expect(started.filter((script) => script.includes('DEPLOYED'))).toEqual([]);
  expect(state).toBe('FAILED');
  expect(findings.map(({ outcome }) => outcome)).toContain('by hand');
  const { problems, cases } = await resultOf(proposed, { 'main.yaml': flow });
  expect(problems).toEqual([]);
  expect(outcomesOf(cases)).toEqual(cases.map(() => 'passed'));
});

test('stages with agents of their own run without the agent of the pipeline, once its gate is removed', async () => {
  const { flow, coverage } = imported(`pipeline { agent { kubernetes { yaml 'x' } }
    stages { stage('A') { agent { label 'linux' }
    steps { sh 'echo DEPLOYED' } }
    stage('B') { steps { sh 'echo NEVER' } } } }`);
  const tasks = flow.replace(/ {2}- id: by-hand\n(?: {4}.*\n)+/, '');
  const { started } = await run(tasks);
  expect(started).toHaveLength(1);
  expect(started[0]).toContain('DEPLOYED');
  expect(coverage).toMatchObject({ byHand: 3, mapped: 3 });
});

test('a gate says why the run stops, where, and in the words of the source', async () => {
  const { flow, findings } = imported(`pipeline { agent any
    options { lock('it\\'s {{ a }} $HOME') }
    stages { stage('A') { steps { bat 'x' } } } }`);
  expect(findings.at(-1)?.message).toBe('agents run POSIX shells, not bat; the run stops here');
  const runs = new LocalRuns();
  try {
    const { end, log } = await runs.run(flow);
    expect(end.state).toBe('FAILED');
    expect(log()).toMatch(
      /^By hand, line 2: option lock \(it's \\?\{ \{ a \}\} \$HOME is not a valid name of a lock\)$/m,
    );
  } finally {
    runs.close();
  }
});

describe.each(Object.entries({ ...constructs, ...final }))('in %s', (_, construct) => {
  test('what is by hand and no gate holds nothing up', async () => {
    for (const statement of Object.values(harmless)) {
      const { started } = await run(imported(construct(statement)).flow);
      expect(started.join('\n')).toContain('DEPLOYED');
    }
  });

  test('the proposed test passes', async () => {
    for (const statement of [gates['step of a library'], gates['conditional error'], gates['computed agent']]) {
      const { flow, test: proposed } = imported(construct(statement ?? ''));
      const { problems, cases } = await resultOf(proposed, { 'main.yaml': flow });
      expect(problems).toEqual([]);
      expect(outcomesOf(cases)).toEqual(cases.map(() => 'passed'));
    }
  });
});

/** The import of a job, whose flow is valid. */
function imported(text: string): ImportResult {
  const result = importJenkinsfile(text, {
    id: 'job',
    namespace: 'tests',
    name: 'Jenkinsfile',
    rules: {},
    taskTypes: language.taskTypes,
    check: (flow) => checkFlow({ text: flow, format: 'yaml' }, language).problems,
  });
  expect(result.warnings.filter(({ severity }) => severity === 'error')).toEqual([]);
  return result;
}

/** Runs a flow until it ends or asks; scripts that say so fail. */
async function run(flow: string): Promise<{ readonly started: readonly string[]; readonly state: string }> {
  const started: string[] = [];
  const { end } = await runSegment(planOf(flow), {
    passed: passing({ GO: 'true' }),
    scripts: ({ action }) => {
      const code = JSON.stringify(action);
      started.push(code);
      return { status: code.includes('exit 1') ? 1 : 0 };
    },
  });
  return { started, state: end.state };
}
