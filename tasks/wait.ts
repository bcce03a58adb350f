import {
  defineTask,
  durationProblem,
  message,
  parseDuration,
  parseInstant,
  shortWaitSeconds,
  type Problem,
} from '../src/language/task-types/task-contract.ts';
import { holdLocks, holdsLocks } from './support/hold-locks.ts';

export const task = defineTask({
  type: 'core.flow.Wait',
  title: 'Wait for a time or a signal',
  description: `Waits for a duration, until a time, or until another system sends a signal, without holding an executor: the build ends at the task,
and another one continues after it. Later tasks find the outputs and \`outputFiles\` of earlier ones, but no other files. A wait of a minute or more can only be in
\`tasks\` of a flow, outside of blocks and called flows; a shorter \`for\` without references can be anywhere, because the build keeps running.

A signal is a call of \`POST /executions/{id}/signals/{name}\` with a JSON object, whose fields the task returns as \`outputSchema\` declares
them. A task before it can hand out a URL for that call which needs no token: \`{{ execution.signal_url }}/<name>\`. A signal that arrives while the execution does not wait for it is rejected. The task fails if none arrives within its \`timeout\`.`,
  properties: {
    oneOf: [{ required: ['for'] }, { required: ['until'] }, { required: ['signal'] }],
    properties: {
      for: {
        type: 'string',
        minLength: 1,
        description: 'A [duration](../flows.md#durations) such as `2h`.',
      },
      until: {
        type: 'string',
        minLength: 1,
        description: 'A date and time with an offset, such as `2026-01-31T18:00:00+01:00`; without an offset in UTC.',
      },
      signal: {
        type: 'string',
        pattern: '^[a-zA-Z0-9][a-zA-Z0-9._-]*$',
        maxLength: 100,
        'x-language': 'verbatim',
        'x-expected': 'a name: letters, digits, ".", "_" and "-"',
        description: 'The name of the signal. Also set `timeout`.',
      },
      hold_locks: holdLocks,
    },
  },
  check({ timeout, properties: { for: duration, until, signal } }) {
    const problems: Problem[] = [];
    const durationText = duration?.includes('{{') === false ? durationProblem(duration) : undefined;
    if (durationText !== undefined)
      problems.push({ code: 'invalid-duration', message: `"for" ${durationText}`, path: ['for'] });
    if (until?.includes('{{') === false && parseInstant(until) === undefined) {
      const text = '"until" must be a date and time such as 2026-01-31T18:00:00+01:00.';
      problems.push({ code: 'invalid-value', message: text, path: ['until'] });
    }
    if (signal !== undefined && timeout === undefined) {
      const text = '"timeout" is required with "signal", for the case that the signal never comes.';
      problems.push({ code: 'missing-property', message: text, path: [], at: 'first-key' });
    }
    return problems;
  },
  fromJenkins: { pause: ({ seconds }) => ({ for: `${seconds}s` }) },
  view({ properties: { for: duration, until } }) {
    const pause = shortPause(duration);
    return {
      for: pause === undefined && duration !== undefined ? message(duration) : undefined,
      until: until === undefined ? undefined : message(until),
      pause: pause !== undefined,
    };
  },
  wait({ properties: { for: duration, signal, hold_locks: isHeld } }) {
    const pause = shortPause(duration);
    if (pause !== undefined) return { kind: 'pause', seconds: pause };
    const held = holdsLocks(isHeld);
    return signal === undefined ? { kind: 'time', ...held } : { kind: 'signal', signal, ...held };
  },
  examples: [
    {
      title: 'Deploy in the night that the caller chooses',
      yaml: `id: nightly-deploy
namespace: examples
description: Deploys at the chosen time.
inputs:
  - {id: when, type: DATETIME}
tasks:
  - id: night
    type: dev.vendor.plugin.core.flow.Wait
    until: "{{ inputs.when }}+01:00"
  - {id: deploy, type: dev.vendor.plugin.core.shell.Shell, script: ./deploy.sh}
`,
    },
    {
      title: 'Let a service settle',
      yaml: '- {id: settle, type: dev.vendor.plugin.core.flow.Wait, for: 20s}\n',
    },
    {
      title: 'Wait for the tests of another system',
      yaml: `id: external-tests
namespace: examples
description: Waits for the result of a test laboratory.
tasks:
  - {id: order, type: dev.vendor.plugin.core.shell.Shell, script: ./order-tests.sh}
  - id: tested
    type: dev.vendor.plugin.core.flow.Wait
    signal: tests-done
    timeout: 24h
    hold_locks: true
    outputSchema:
      passed: {type: BOOLEAN}
  - id: report
    type: dev.vendor.plugin.core.log.Log
    message: "Tests passed: {{ task_outputs.tested.passed }}"
`,
    },
    {
      title: 'A signal may never come',
      yaml: '- {id: tested, type: dev.vendor.plugin.core.flow.Wait, signal: tests-done}\n',
      problems: ['missing-property'],
    },
  ],
});

/** The seconds of a wait in which the build goes on; undefined for any other. */
function shortPause(duration: string | undefined): number | undefined {
  const seconds = duration === undefined ? undefined : parseDuration(duration)?.seconds;
  return seconds !== undefined && seconds < shortWaitSeconds ? seconds : undefined;
}
