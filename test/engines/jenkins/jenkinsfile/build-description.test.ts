import { describe, expect, it } from 'vitest';
import { announcesStop, readBuildDescription } from '../../../../src/engines/jenkins/jenkinsfile/build-description.ts';

describe('the description of a build', () => {
  it('has the execution, the decision and the tasks', () => {
    const text =
      'Flowgate execution 01ARZ3NDEKTSV4RRFFQ69G5FAV\naccepted\nbuild/image FAILED 0 1500\nclean RUNNING 2000\nskip SKIPPED 3000 3000';
    expect(readBuildDescription(text)).toEqual({
      executionId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
      decision: 'accepted',
      tasks: [
        {
          path: 'build/image',
          state: 'FAILED',
          startedAt: '1970-01-01T00:00:00.000Z',
          endedAt: '1970-01-01T00:00:01.500Z',
        },
        { path: 'clean', state: 'RUNNING', startedAt: '1970-01-01T00:00:02.000Z', endedAt: undefined },
        { path: 'skip', state: 'SKIPPED', startedAt: '1970-01-01T00:00:03.000Z', endedAt: '1970-01-01T00:00:03.000Z' },
      ],
    });
  });

  it('has the time at which the build began to stop', () => {
    expect(
      readBuildDescription('Flowgate execution -\naccepted\na KILLED 0 1500\nstopping 1500\nclean RUNNING 3500'),
    ).toMatchObject({
      stoppingAt: '1970-01-01T00:00:01.500Z',
      tasks: [
        { path: 'a', state: 'KILLED' },
        { path: 'clean', state: 'RUNNING' },
      ],
    });
    expect(
      readBuildDescription('Flowgate execution -\naccepted\nstopping\nstopping x\nstopping RUNNING 3500'),
    ).toMatchObject({ stoppingAt: undefined, tasks: [{ path: 'stopping' }] });
  });

  it('has the time at which final tasks of a called flow started', () => {
    const text = 'Flowgate execution -\naccepted\nfinally RUNNING 1000\nfinally 1500\ncall/clean RUNNING 1500';
    expect(readBuildDescription(text)).toMatchObject({
      finalTasksSince: '1970-01-01T00:00:01.500Z',
      tasks: [{ path: 'finally' }, { path: 'call/clean' }],
    });
    expect(
      readBuildDescription('Flowgate execution -\naccepted\nfinally RUNNING 1000')?.finalTasksSince,
    ).toBeUndefined();
  });

  it('has the paths of tasks in blocks, and how far loops are', () => {
    const text = `Flowgate execution -
accepted
ship FAILED 0 4000 items=40,37,3
ship[eu%201]/push FAILED 0 1000
ship[%C3%BC%25]/push RUNNING 1000
ship[eu%201]/push SUCCESS 2000 3000
ship[%]/push RUNNING 1000
next RUNNING 4000 items=2,0,0`;
    expect(readBuildDescription(text)?.tasks).toMatchObject([
      { path: 'ship', endedAt: '1970-01-01T00:00:04.000Z', items: { total: 40, succeeded: 37, failed: 3 } },
      {
        path: 'ship[eu 1]/push',
        state: 'SUCCESS',
        startedAt: '1970-01-01T00:00:00.000Z',
        endedAt: '1970-01-01T00:00:03.000Z',
      },
      { path: 'ship[ü%]/push', state: 'RUNNING' },
      { path: 'next', endedAt: undefined, items: { total: 2, succeeded: 0, failed: 0 } },
    ]);
  });

  it.each([['wrong revision'], ['duplicate']] as const)('has the reason why a build did not run: %s', (decision) => {
    expect(readBuildDescription(`Flowgate execution -\nnot built: ${decision}`)).toEqual({
      executionId: undefined,
      decision,
      tasks: [],
    });
  });

  it('of other origin is ignored', () => {
    for (const text of [undefined, null, '', 'nightly', 'a Flowgate execution x'])
      expect(readBuildDescription(text)).toBeUndefined();
  });

  it('can contain invalid lines', () => {
    expect(
      readBuildDescription(
        'Flowgate execution -\naccepted\n\nwhat\na RUNNING x\nb NONE 1\nc RUNNING 999999999999999999\nd RUNNING 999999999999999',
      )?.tasks,
    ).toEqual([]);
  });
});

it.each([
  ['progress.add("stopping ${System.currentTimeMillis()}".toString())', true],
  ["progress.add('stopping ' + System.currentTimeMillis())", true],
  ['progress.add("${path} KILLED ${now}")', false],
])('recognizes scripts that announce a stop: %s', (script, isTold) => {
  expect(announcesStop(script)).toBe(isTold);
});
