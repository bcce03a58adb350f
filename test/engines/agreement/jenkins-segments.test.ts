import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/text/json-value.ts';
import type { Carried, SecretPlace, SegmentStart } from '../../../src/language/execution-plan/segment.ts';
import { SecretPlaces } from '../../../src/store/executions/record/carried-texts.ts';
import { log, python, shell, subflow } from '../../support/agreement-cases.ts';
import { JenkinsOutcomes } from '../../support/jenkins-outcomes.ts';
import { caseOf, knownFlows, obstacle, useSurroundings } from '../../support/known-flows.ts';
import { LocalOutcomes } from '../../support/local-outcomes.ts';
import { isNightly, runs, sampleOf } from '../../support/nightly.ts';
import type { AgreementCase, Outcome } from '../../support/outcome.ts';
import { randomBlocks } from '../../support/random-blocks.ts';
import { randomFlows } from '../../support/random-flows.ts';
import { flowOf, flowText, taskTypes } from '../../support/transpile-yaml.ts';

useSurroundings();
const local = new LocalOutcomes();
const jenkins = new JenkinsOutcomes(local);
afterAll(() => {
  jenkins.close();
  local.close();
});

interface Case extends Partial<AgreementCase> {
  readonly called?: readonly string[];
}

/** Runs a flow as a whole and, for a task in the middle or each of them, in two builds: it waits before the task. */
async function expectSegments(body: string, { called = [], ...given }: Case = {}): Promise<Outcome> {
  const request: AgreementCase = {
    flow: flowOf(flowText(body)),
    others: called.map((text) => flowOf(text)),
    taskTypes,
    settings: { vendor: 'vendor', prefix: 'VENDOR' },
    ...given,
  };
  return expectSame(request);
}

/** Before each task and after the last; by day, only before one in the middle. */
function placesOf({ flow: { tasks } }: AgreementCase): readonly number[] {
  return isNightly ? [...tasks.keys(), tasks.length] : [Math.ceil(tasks.length / 2)];
}

async function expectSame(request: AgreementCase): Promise<Outcome> {
  const whole = await jenkins.run(request);
  for (const index of placesOf(request))
    expect({ index, ...plain(await jenkins.inSegments(request, index)) }).toEqual({ index, ...plain(whole) });
  return whole;
}

/** An outcome without the numbers of scripts, which begin again in each build. */
function plain({ log: lines, tasks, ...outcome }: Outcome): Outcome {
  const withoutNumbers = lines.map((line) => line.replaceAll(/(scripts\/|build-)<\d+>/g, '$1'));
  return { ...outcome, tasks: tasks.toSorted(), log: withoutNumbers.filter((line) => line !== '') };
}

const random = runs(5, 2);

describe('a flow in two builds is the same as in one', () => {
  it('with outputs of all types, conditions and secrets', async () => {
    await expectSegments(
      `inputs:
  - {id: token, type: SECRET}
  - {id: count, type: INT, defaults: 3}
variables: {GREETING: "hello {{ inputs.count }}"}
tasks:
  - id: first
    ${shell}
    commands: ['printf "{\\"text\\":\\"<%s> é \\\\u0001\\",\\"number\\":7,\\"flag\\":true,\\"list\\":[1,\\"%s\\"],\\"empty\\":\\"\\"}\\n" "$TOKEN" "$TOKEN"']
    outputSchema: {text: {type: STRING}, number: {type: INT}, flag: {type: BOOLEAN}, list: {type: JSON}, empty: {type: STRING}}
  - {id: second, ${log}, message: "{{ task_outputs.first.text }} {{ task_outputs.first.list }} [{{ task_outputs.first.empty }}]"}
  - {id: third, ${log}, message: big, run_if: "{{ task_outputs.first.number > 5 and task_outputs.first.flag }}"}
  - {id: fourth, ${shell}, commands: ['echo "$TASK_FIRST_TEXT $GREETING" | od -c | head -3'], allow_failure: true}
outputs:
  - {id: all, type: STRING, value: "{{ task_outputs.first.text }}"}
  - {id: number, type: INT, value: "{{ task_outputs.first.number }}"}
`,
      { inputs: { token: 'correct-horse-battery' } },
    );
  });

  it('after tolerated failures, and with errors and finally', async () => {
    const end = `errors:
  - {id: sorry, ${log}, message: "{{ failure.task }}: {{ failure.message }}"}
finally:
  - {id: bye, ${log}, message: "{{ execution.id }}"}
`;
    expect(
      (
        await expectSegments(`tasks:
  - {id: bad, ${shell}, commands: ["exit 3"], allow_failure: true}
  - {id: good, ${shell}, commands: ["echo good"]}
${end}`)
      ).state,
    ).toBe('WARNING');
    expect(
      (
        await expectSegments(`tasks:
  - {id: good, ${shell}, commands: ["echo good"], outputFiles: ["*.txt"]}
  - {id: bad, ${shell}, commands: ["exit 3"]}
  - {id: never, ${log}, message: never}
${end}`)
      ).state,
    ).toBe('FAILED');
  });

  it('with output files, called flows and blocks', async () => {
    await expectSegments(
      `tasks:
  - {id: build, ${shell}, commands: ["mkdir out; echo a > out/a; echo b > b.txt"], outputFiles: [out, "*.txt"]}
  - {id: call, ${subflow}, namespace: tests, flowId: child}
  - id: both
    type: dev.vendor.plugin.core.flow.Parallel
    tasks:
      - {id: left, ${python}, script: 'import json; print(json.dumps({"v": "l"}))', outputSchema: {v: {type: STRING}}}
      - {id: right, ${log}, message: "{{ task_outputs.call.result }}"}
  - {id: last, ${log}, message: "{{ task_outputs.left.v }}"}
`,
      {
        called: [
          `id: child\nnamespace: tests\ntasks:\n  - {id: inner, ${shell}, commands: ["echo c > c.txt"], outputFiles: [c.txt]}\noutputs:\n  - {id: result, type: STRING, value: done}\n`,
        ],
      },
    );
  });

  it.for(sampleOf(knownFlows, 15))('$name', { timeout: 300_000 }, async (known, { skip }) => {
    const reason = obstacle(known);
    if (reason !== undefined) skip(`it ${reason}`);
    const request = caseOf(known);
    if (request.flow.contributedTasks.length > 0) skip('some of its tasks run in each build');
    await expectSame(request);
  });

  it('for random flows', { timeout: 600_000 + 20_000 * random.numRuns }, async () => {
    await fc.assert(
      fc.asyncProperty(randomFlows, async ({ body, called }) => void (await expectSegments(body, { called }))),
      random,
    );
  });

  it('for random flows with blocks', { timeout: 600_000 + 20_000 * random.numRuns }, async () => {
    await fc.assert(
      fc.asyncProperty(randomBlocks, async (body) => void (await expectSegments(body))),
      random,
    );
  });
});

describe('a segment that begins at a task comes to the same on this machine', () => {
  const flow = `inputs:
  - {id: token, type: SECRET}
tasks:
  - {id: build, ${shell}, commands: ["exit 9"], outputSchema: {version: {type: STRING}, key: {type: STRING}, count: {type: INT}}}
  - id: release
    type: dev.vendor.plugin.core.flow.Approval
    message: Release?
    inputs: [{id: note, type: STRING}]
  - {id: tell, ${log}, message: "{{ task_outputs.build.version }} {{ task_outputs.release.note }} {{ task_outputs.build.key }}"}
  - {id: many, ${log}, message: many, run_if: "{{ task_outputs.build.count > 6 and task_outputs.release.decision == 'APPROVE' }}"}
errors:
  - {id: sorry, ${log}, message: "{{ failure.task }}: {{ failure.message }}"}
finally:
  - {id: bye, ${log}, message: "bye {{ execution.id }} {{ task_outputs.build.version }}"}
outputs:
  - {id: version, type: STRING, value: "{{ task_outputs.build.version }}"}
`;
  const secret: SecretPlace = { secret: 'token', part: 0 };
  const built = { version: '1.7', key: ['<', secret, '>'], count: '7' };
  const decision = { note: 'fine', decision: 'APPROVE', approver: 'carol', decided_at: '2026-01-01T00:00:00Z' };

  const expectEqual = async (
    body: string,
    begin: Partial<SegmentStart>,
    { outputs = {}, items }: Partial<Pick<Carried, 'outputs' | 'items'>>,
    inputs: JsonObject = {},
  ): Promise<Outcome> => {
    const request: AgreementCase = {
      flow: flowOf(flowText(body)),
      taskTypes,
      settings: { vendor: 'vendor', prefix: 'VENDOR' },
      inputs,
    };
    const start = { elapsed: 0, hasWarning: false, ...begin };
    const carried = { outputs, files: [], ...(items !== undefined && { items }) };
    const places = new SecretPlaces(new Map(Object.entries(inputs as Record<string, string>)));
    const onJenkins = await jenkins.runFrom(request, start, carried);
    expect(await local.runFrom(request, { ...start, ...places.reveal(carried) })).toEqual(onJenkins);
    return onJenkins;
  };
  const inputs = { token: 'correct-horse-battery' };

  it('after a wait that has succeeded, failed, or been stopped', async () => {
    const from = { from: 'release' };
    const outputs = { build: built, release: decision };
    const approved = await expectEqual(flow, { ...from, ended: { state: 'SUCCESS' } }, { outputs }, inputs);
    expect(approved.state).toBe('SUCCESS');
    expect(approved.tasks).toEqual(['release SUCCESS', 'tell SUCCESS', 'many SUCCESS', 'bye SUCCESS']);
    expect(approved.log.join()).toContain('1.7 fine <****>');
    const reason = 'rejected by carol: no';
    const rejected = await expectEqual(
      flow,
      { ...from, ended: { state: 'FAILED', reason } },
      { outputs: { build: built } },
      inputs,
    );
    expect(rejected).toMatchObject({ state: 'FAILED', reason: `Task release failed: ${reason}` });
    expect(rejected.tasks).toEqual(['release FAILED', 'sorry SUCCESS', 'bye SUCCESS']);
    const stopped = await expectEqual(
      flow,
      { ...from, ended: { state: 'KILLED' } },
      { outputs: { build: built } },
      inputs,
    );
    expect(stopped.state).toBe('KILLED');
    expect(stopped.tasks).toEqual(['release KILLED', 'bye SUCCESS']);
  });

  it('at a task that runs, and with the outputs of tasks before it only', async () => {
    const outputs = { build: built, release: decision };
    expect((await expectEqual(flow, { from: 'tell' }, { outputs }, inputs)).state).toBe('SUCCESS');
    expect((await expectEqual(flow, { from: 'build' }, { outputs }, inputs)).state).toBe('FAILED');
  });

  it('after a failed wait that is tolerated, and within the rest of the timeout', async () => {
    const body = (more: string) => `${more}tasks:
  - {id: first, ${log}, message: never}
  - {id: night, type: dev.vendor.plugin.core.flow.Wait, until: "2026-01-01T00:00:00Z", allow_failure: true}
  - {id: last, ${log}, message: last}
finally:
  - {id: bye, ${log}, message: bye}
`;
    const failed = { from: 'night', ended: { state: 'FAILED', reason: 'no time' } } as const;
    expect((await expectEqual(body(''), failed, {})).state).toBe('WARNING');
    const late = { from: 'night', ended: { state: 'SUCCESS' }, elapsed: 70_000 } as const;
    expect(await expectEqual(body('timeout: 1m\n'), late, {})).toMatchObject({
      state: 'FAILED',
      reason: "Flow tested timed out: the flow's limit of 60 s was reached",
    });
    expect((await expectEqual(body('timeout: 2m\n'), late, {})).state).toBe('SUCCESS');
  });

  it('at a loop whose items have partly succeeded', async () => {
    const body = `inputs:
  - {id: token, type: SECRET}
tasks:
  - {id: list, ${shell}, commands: ["exit 9"], outputSchema: {all: {type: JSON}}}
  - id: each
    type: dev.vendor.plugin.core.flow.ForEach
    values: "{{ task_outputs.list.all }}"
    tasks:
      - {id: work, ${shell}, commands: ['echo "{\\"r\\": \\"<$ITEM_EACH> $TOKEN\\"}"'], outputSchema: {r: {type: STRING}}}
    outputs: [{id: r, type: STRING, value: "{{ task_outputs.work.r }}"}]
  - {id: tell, ${log}, message: "{{ task_outputs.each.r }} {{ task_outputs.each.succeeded }}"}
`;
    const done = { b: { r: ['"kept ', secret, '"'] }, gone: { r: '"no longer"' } };
    const { tasks, log: lines } = await expectEqual(
      body,
      { from: 'each' },
      { outputs: { list: { all: '["a","b","c"]' } }, items: { task: 'each', done } },
      inputs,
    );
    expect(tasks).toEqual(['each SUCCESS', 'each[a]/work SUCCESS', 'each[c]/work SUCCESS', 'tell SUCCESS']);
    expect(lines.join()).toContain('"kept ****"');
  });
});
