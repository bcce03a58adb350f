import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { log, python, shell, subflow } from '../../support/agreement-cases.ts';
import { JenkinsOutcomes } from '../../support/jenkins-outcomes.ts';
import { caseOf, knownFlows, obstacle, removeSurroundings } from '../../support/known-flows.ts';
import { LocalOutcomes } from '../../support/local-outcomes.ts';
import type { AgreementCase, Outcome } from '../../support/outcome.ts';
import { randomBlocks } from '../../support/random-blocks.ts';
import { randomFlows } from '../../support/random-flows.ts';
import { flowOf, flowText, taskTypes } from '../../support/transpile-yaml.ts';

const local = new LocalOutcomes();
const jenkins = new JenkinsOutcomes(local);
afterAll(() => {
  jenkins.close();
  local.close();
  removeSurroundings();
});

interface Case extends Partial<AgreementCase> {
  readonly called?: readonly string[];
}

/** Runs a flow as a whole and, for each task of `tasks`, in two builds between which it waits before the task. */
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

async function expectSame(request: AgreementCase): Promise<Outcome> {
  const whole = await jenkins.run(request);
  for (let index = 0; index <= request.flow.tasks.length; index++)
    expect({ index, ...plain(await jenkins.inSegments(request, index)) }).toEqual({ index, ...plain(whole) });
  return whole;
}

/** Without the numbers of scripts, which begin again in each build. */
function plain({ log: lines, tasks, ...outcome }: Outcome): Outcome {
  const withoutNumbers = lines.map((line) => line.replaceAll(/(scripts\/|build-)<\d+>/g, '$1'));
  return { ...outcome, tasks: tasks.toSorted(), log: withoutNumbers.filter((line) => line !== '') };
}

const numRuns = Number(process.env.FLOWGATE_RANDOM_FLOWS ?? 5);

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

  it.for(knownFlows)('$name', async (known, { skip }) => {
    const reason = obstacle(known);
    if (reason !== undefined) skip(`it ${reason}`);
    const request = caseOf(known);
    if (request.flow.contributedTasks.length > 0) skip('some of its tasks run in each build');
    await expectSame(request);
  });

  it('for random flows', { timeout: 600_000 + 20_000 * numRuns }, async () => {
    await fc.assert(
      fc.asyncProperty(randomFlows, async ({ body, called }) => void (await expectSegments(body, { called }))),
      { numRuns },
    );
  });

  it('for random flows with blocks', { timeout: 600_000 + 20_000 * numRuns }, async () => {
    await fc.assert(
      fc.asyncProperty(randomBlocks, async (body) => void (await expectSegments(body))),
      { numRuns },
    );
  });
});
