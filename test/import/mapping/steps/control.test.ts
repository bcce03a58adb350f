import { describe, expect, it } from 'vitest';
import { mapSteps, plainScope } from './map-steps.ts';

describe('sleep', () => {
  it.each([
    ['sleep 5', 5],
    ["sleep(time: 500, unit: 'MILLISECONDS')", 0.5],
    ["sleep time: 59, unit: 'SECONDS'", 59],
  ])('below a minute, %s is a pause', (source, seconds) => {
    expect(mapSteps(source).shapes).toEqual([{ kind: 'pause', seconds }]);
  });

  it('of a minute or more holds the agent, as in Jenkins', () => {
    expect(mapSteps("sleep(time: 2, unit: 'MINUTES')").shapes).toEqual([{ kind: 'shell', commands: ['sleep 120'] }]);
    expect(mapSteps('sleep params.VERSION').shapes).toMatchObject([
      { commands: [expect.stringContaining('inputs.VERSION')] },
    ]);
  });

  it('is by hand if its time is computed', () => {
    expect(mapSteps("sleep time: params.VERSION, unit: 'HOURS'").byHand).toEqual(['its time is computed']);
  });

  it('can be nothing', () => {
    expect(mapSteps('sleep 0').tasks).toEqual([]);
  });
});

describe('retry', () => {
  it('of one step is a property of its task', () => {
    expect(mapSteps("retry(3) { sh 'make' }").tasks).toMatchObject([
      { id: 'make', shape: { commands: ['make'] }, common: { retry: { max_attempt: 3, interval: '1s' } } },
    ]);
  });

  it('of several is a block', () => {
    expect(mapSteps("retry(3) { echo 'a'; sh 'make' }").tasks).toMatchObject([
      {
        id: 'retry',
        shape: { kind: 'sequence', tasks: [{ shape: { kind: 'message' } }, { shape: { kind: 'shell' } }] },
        common: { retry: { max_attempt: 3 } },
      },
    ]);
  });

  it('once is nothing', () => {
    expect(mapSteps("retry(1) { sh 'make' }").tasks).toMatchObject([{ common: {} }]);
  });

  it('is by hand if the count is computed, or there are conditions', () => {
    expect(mapSteps("retry(params.VERSION) { sh 'make' }").byHand).toEqual(['the number of attempts is computed']);
    expect(mapSteps("retry(count: 2, conditions: [agent()]) { sh 'make' }").byHand).toHaveLength(1);
  });
});

describe('timeout', () => {
  it.each([
    ["timeout(5) { sh 'make' }", '5m'],
    ["timeout(time: 90, unit: 'SECONDS') { sh 'make' }", '1m30s'],
    ["timeout(time: 1, unit: 'DAYS') { sh 'make' }", '24h'],
  ])('%s', (source, timeout) => {
    const { tasks, differs } = mapSteps(source);
    expect(tasks).toMatchObject([{ common: { timeout } }]);
    expect(differs).toEqual(['at the limit, the task fails, but Jenkins aborts the build']);
  });

  it('around a retry is a block, inside of one a property', () => {
    expect(mapSteps("timeout(5) { retry(2) { sh 'make' } }").tasks).toMatchObject([
      { shape: { kind: 'sequence', tasks: [{ common: { retry: {} } }] }, common: { timeout: '5m' } },
    ]);
    expect(mapSteps("retry(2) { timeout(5) { sh 'make' } }").tasks).toMatchObject([
      { shape: { kind: 'shell' }, common: { timeout: '5m', retry: {} } },
    ]);
  });

  it('says so if there is no limit', () => {
    expect(mapSteps("timeout(params.VERSION) { sh 'make' }")).toMatchObject({
      tasks: [{ common: {} }],
      differs: ['there is no limit, because its time is computed or not possible'],
    });
  });

  it('is by hand if it depends on output', () => {
    expect(mapSteps("timeout(time: 5, activity: true) { sh 'make' }").byHand).toHaveLength(1);
  });
});

describe('catchError', () => {
  it('tolerates failures', () => {
    expect(mapSteps("catchError { sh 'make' }")).toMatchObject({
      tasks: [{ common: { allow_failure: true } }],
      differs: ['after a failure, the execution is a warning, not FAILURE', 'an abort is never tolerated'],
    });
    expect(mapSteps("warnError('Oh') { sh 'make' }").differs).toContain('its message is not in the log');
  });

  it('stops at the first failure inside', () => {
    expect(mapSteps("catchError { sh 'make'; sh 'make test' }").tasks).toMatchObject([
      { shape: { kind: 'sequence', tasks: [{}, {}] }, common: { allow_failure: true } },
    ]);
  });
});

it.each([
  "timestamps { sh 'make' }",
  "ansiColor('xterm') { sh 'make' }",
  "script { sh 'make' }",
  "wrap([$class: 'AnsiColorBuildWrapper', colorMapName: 'xterm']) { sh 'make' }",
])('%s is what it contains', (source) => {
  expect(mapSteps(source)).toMatchObject({ shapes: [{ commands: ['make'] }], differs: [], byHand: [] });
});

it('other wrappers are by hand', () => {
  expect(mapSteps("wrap([$class: 'Xvfb']) { sh 'make' }").byHand).toEqual([
    'a flow has no counterpart of the wrapper Xvfb',
  ]);
});

describe('dir', () => {
  it('creates the folder and runs there', () => {
    expect(mapSteps("dir('app') { sh 'make' }").shapes).toEqual([
      { kind: 'shell', commands: ['mkdir -p app', '(cd app && make)'] },
    ]);
    expect(mapSteps("dir('app') { dir('web') { sh 'cd x && make' } }").shapes).toEqual([
      { kind: 'shell', script: 'mkdir -p app/web\ncd app/web\ncd x && make' },
    ]);
  });

  it('can be an input, absolute, or the workspace', () => {
    expect(mapSteps("dir('/opt/x') { sh 'a; b' }").shapes).toMatchObject([
      { script: 'mkdir -p /opt/x\ncd /opt/x\na; b' },
    ]);
    expect(mapSteps("dir('a') { dir('/b') { sh 'c; d' } }").shapes).toMatchObject([
      { script: 'mkdir -p /b\ncd /b\nc; d' },
    ]);
    expect(mapSteps('dir(WORKSPACE) { sh "make" }').shapes).toEqual([{ kind: 'shell', commands: ['make'] }]);
    expect(mapSteps('dir("${env.WORKSPACE}/app") { sh "a; b" }').shapes).toMatchObject([
      { script: 'mkdir -p app\ncd app\na; b' },
    ]);
    expect(mapSteps('dir("x-${params.VERSION}") { sh "a; b" }').shapes).toMatchObject([
      { script: expect.stringContaining('cd "x-{{ inputs.VERSION }}"') },
    ]);
    expect(mapSteps("dir('.') { sh 'make' }").shapes).toEqual([{ kind: 'shell', commands: ['make'] }]);
  });

  it('is by hand if Groovy computes it', () => {
    expect(mapSteps("dir(folderOf('x')) { sh 'make' }").byHand).toHaveLength(1);
    expect(mapSteps("dir('-x') { sh 'make' }").byHand).toHaveLength(1);
  });
});

describe('deleteDir', () => {
  it('empties the workspace, but for the files of inputs', () => {
    expect(mapSteps('deleteDir()').shapes).toMatchObject([{ script: expect.stringContaining('! -name .flowgate') }]);
    expect(mapSteps("dir('app') { deleteDir() }").shapes).toEqual([{ kind: 'shell', commands: ['rm -rf app'] }]);
  });

  it('is nothing at the end, where every workspace is emptied', () => {
    const last = { ...plainScope, list: 'finally' } as const;
    expect(mapSteps('cleanWs()', last)).toMatchObject({ tasks: [], differs: [] });
    expect(mapSteps('cleanWs(cleanWhenFailure: false)', last).differs).toEqual(['it does not depend on the result']);
  });

  it('is by hand with patterns', () => {
    expect(mapSteps("cleanWs(patterns: [[pattern: 'a', type: 'INCLUDE']])").byHand).toEqual([
      'it deletes only some files',
    ]);
  });
});
