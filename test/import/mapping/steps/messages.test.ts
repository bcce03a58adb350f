import { describe, expect, it } from 'vitest';
import { mapSteps, plainScope } from './map-steps.ts';

describe('echo', () => {
  it.each(["echo 'Hello'", "echo(message: 'Hello')", "println 'Hello'", "print('Hello')"])(
    'is a message: %s',
    (source) => {
      expect(mapSteps(source)).toMatchObject({ shapes: [{ kind: 'message', text: 'Hello' }], byHand: [], differs: [] });
    },
  );

  it('contains the values of inputs', () => {
    expect(mapSteps('echo "Build ${params.VERSION}"').shapes).toEqual([
      { kind: 'message', text: 'Build {{ inputs.VERSION }}' },
    ]);
  });

  it('is by hand if Groovy computes a value', () => {
    expect(mapSteps('echo "At ${new Date()}"').byHand).toHaveLength(1);
    expect(mapSteps("println 'a', 'b'").byHand).toEqual(['the import does not know its arguments']);
  });
});

describe('error', () => {
  it('prints its message and fails', () => {
    expect(mapSteps("error 'Not today'")).toMatchObject({
      tasks: [{ id: 'error', shape: { kind: 'shell' }, common: {} }],
      differs: [],
      byHand: [],
    });
    expect(mapSteps("error 'Stop'").shapes).toMatchObject([{ script: expect.stringMatching(/Stop.* >&2\nexit 1$/) }]);
  });

  it('does not change the result at the end of a flow', () => {
    expect(mapSteps("error 'Stop'", { ...plainScope, list: 'finally' }).differs).toEqual([
      'a failure in this list does not change the result',
    ]);
  });
});

it('unstable is a tolerated failure', () => {
  expect(mapSteps("unstable 'Flaky'")).toMatchObject({
    tasks: [{ common: { allow_failure: true } }],
    differs: ['it is a task that fails, and its failure is a warning'],
  });
});

it.each(["slackSend 'x'", "mail to: 'a@example.org', subject: 'x', body: 'y'", "emailext(body: 'x')"])(
  'a notification is by hand: %s',
  (source) => {
    expect(mapSteps(source).byHand).toEqual(['use `notify` of the flow or of its namespace to report results']);
  },
);
