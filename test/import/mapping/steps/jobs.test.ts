import { describe, expect, it } from 'vitest';
import { flowOfJob } from '../../../../src/import/mapping/steps/jobs.ts';
import { mapSteps, plainScope } from './map-steps.ts';

describe('build', () => {
  it('calls a flow with inputs', () => {
    const source = `build job: 'deploy', parameters: [
      string(name: 'version', value: params.VERSION), booleanParam(name: 'dry', value: true)]`;
    expect(mapSteps(source)).toMatchObject({
      shapes: [
        {
          kind: 'call',
          namespace: 'ci.apps',
          flowId: 'deploy',
          inputs: { version: '{{ inputs.VERSION }}', dry: true },
          isAwaited: true,
        },
      ],
      byHand: [],
    });
  });

  it('can go on without waiting, or after a failure', () => {
    expect(mapSteps("build job: 'a', wait: false").shapes).toMatchObject([{ isAwaited: false }]);
    expect(mapSteps("build job: 'a', propagate: false").tasks).toMatchObject([{ common: { allow_failure: true } }]);
  });

  it.each(['build job: name()', "build job: 'a', parameters: all()"])('is by hand: %s', (source) => {
    expect(mapSteps(source).byHand).toHaveLength(1);
  });

  it.each([
    ['x', 'ci.apps', 'ci.apps/x'],
    ['../x', 'ci.apps', 'ci/x'],
    ['Sub/x', 'ci.apps', 'ci.apps.sub/x'],
    ['/top/x', 'ci.apps', 'top/x'],
    ['a/feature%2Fx', 'ci', undefined],
  ])('%s in %s is %s', (job, namespace, expected) => {
    const found = flowOfJob(job, namespace);
    expect(found && `${found.namespace}/${found.flowId}`).toBe(expected);
  });
});

describe('lock', () => {
  it('is held by the whole execution', () => {
    const { mapping, shapes, differs } = mapSteps(
      'lock("db-${params.VERSION}") { sh "make" }\nlock(resource: "x") { }',
    );
    expect(mapping.flow.locks).toEqual(['db-{{ inputs.VERSION }}', 'x']);
    expect(shapes).toMatchObject([{ commands: ['make'] }]);
    expect(differs).toContain('the flow holds the lock from its start to its end');
  });

  it.each(["lock('a b') { }", "lock(label: 'pool') { }", "lock(resource: 'a', skipIfLocked: true) { }"])(
    'is by hand: %s',
    (source) => {
      expect(mapSteps(source).byHand).toHaveLength(1);
    },
  );
});

describe('input', () => {
  it('is an approval', () => {
    const source = "input message: 'Go?', ok: 'Yes', submitter: 'ada, ops', parameters: [string(name: 'note')]";
    expect(mapSteps(source).shapes).toMatchObject([
      {
        kind: 'approval',
        message: 'Go?',
        users: ['ada', 'ops'],
        inputs: [{ id: 'note', type: 'STRING' }],
      },
    ]);
  });

  it('can be the directive of a stage', () => {
    const source = "input { message 'Go?'\n submitter 'ada'\n parameters { string(name: 'note') } }";
    expect(mapSteps(source).shapes).toMatchObject([
      { kind: 'approval', message: 'Go?', users: ['ada'], inputs: [{ id: 'note', type: 'STRING' }] },
    ]);
  });

  it('is by hand inside of a block', () => {
    expect(mapSteps("input 'Go?'", { ...plainScope, depth: 2 }).byHand).toEqual([
      'an approval cannot be inside a block',
    ]);
  });
});
