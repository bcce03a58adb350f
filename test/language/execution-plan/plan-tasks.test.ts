import { expect, it } from 'vitest';
import { calledSecretDefaults } from '../../../src/language/execution-plan/called-secrets.ts';
import { jenkinsOnlyProblems } from '../../../src/language/execution-plan/jenkins-only-problems.ts';
import { planFlow } from '../../../src/language/execution-plan/plan-flow.ts';
import { allPlanTasks, hasBlocks } from '../../../src/language/execution-plan/plan-tasks.ts';
import { planUpTo } from '../../../src/language/execution-plan/plan-up-to.ts';
import { checkFlow } from '../../../src/language/flow/check-flow.ts';
import { language } from '../../faces/offline-flows/flow-folder.ts';
import { flowText } from '../../support/transpile-yaml.ts';

const log = 'type: dev.vendor.plugin.core.log.Log, message: x';
const greet = 'type: dev.vendor.plugin.example.Greet, name: Ada';
const core = 'type: dev.vendor.plugin.core.flow';

const text = flowText(`tasks:
  - id: first
    ${core}.If
    condition: "true"
    then: [{id: deep, ${core}.Sequential, tasks: [{id: hello, ${greet}}, {id: off, disabled: true, ${greet}}]}]
    else: [{id: call, ${core}.Subflow, namespace: tests, flowId: called}]
  - {id: second, ${core}.Sequential, tasks: [{id: late, ${log}, outputSchema: {x: {type: INT}}}]}
outputs: [{id: x, type: INT, value: "{{ task_outputs.late.x }}"}]
`);
const called = flowText(`inputs: [{id: token, type: SECRET, defaults: "credential:deploy", required: false}]
tasks: [{id: all, ${core}.Parallel, tasks: [{id: inner, ${greet}}]}]
`).replace('id: tested', 'id: called');

const flowOf = (yaml: string) => {
  const { flow, problems } = checkFlow({ text: yaml, format: 'yaml' }, language);
  if (flow === undefined) throw new Error(JSON.stringify(problems));
  return flow;
};

const plan = () =>
  planFlow(flowOf(text), undefined, { ...language, subflow: () => ({ flow: flowOf(called), revision: 1 }) }).plan;

it('all tasks of a plan are found in blocks and called flows', () => {
  expect([...allPlanTasks(plan())].map(({ path }) => path)).toEqual([
    'first',
    'first/deep',
    'first/deep/hello',
    'first/call',
    'first/call/all',
    'first/call/all/inner',
    'second',
    'second/late',
  ]);
  expect(hasBlocks(plan())).toBe(true);
});

it('tasks in blocks that only Jenkins runs are reported where they are in the document', () => {
  expect(jenkinsOnlyProblems(plan()).map(({ path, message }) => [path, message])).toEqual([
    [
      ['tasks', 0, 'then', 0, 'tasks', 0, 'type'],
      'Tasks of the type dev.vendor.plugin.example.Greet run on Jenkins only.',
    ],
    [
      ['tasks', 0, 'else', 0, 'flowId'],
      'In tests/called, task "inner": Tasks of the type dev.vendor.plugin.example.Greet run on Jenkins only.',
    ],
  ]);
  expect(jenkinsOnlyProblems(plan(), (path) => path !== 'first/call' && !path.endsWith('hello'))).toEqual([]);
});

it('defaults of secrets count of flows that are called in blocks', () => {
  expect(calledSecretDefaults(plan()).map(({ value }) => value)).toEqual(['credential:deploy']);
});

it('a plan up to a task in a block has the whole block, and no outputs of later ones', () => {
  const part = planUpTo(plan(), 'hello');
  expect(part?.sections.tasks.map(({ task }) => task.id)).toEqual(['first']);
  expect(part?.flow.outputs).toEqual([]);
  expect(planUpTo(plan(), 'late')?.flow.outputs).toHaveLength(1);
  expect(planUpTo(plan(), 'none')).toBeUndefined();
});

it('separate calls of calls are looked at once, whether they ask people or call each other', () => {
  const calling = (index: number, last: string): string => {
    const calls = Array.from(
      { length: 20 },
      (_, call) => `  - {id: call_${call}, ${core}.Subflow, separate: true, namespace: tests, flowId: f${index + 1}}\n`,
    );
    return flowText(`tasks:\n${calls.join('')}${last}`).replace('id: tested', `id: f${index}`);
  };
  const asking = (last: string) => {
    const flows = new Map(
      Array.from({ length: 8 }, (_, index) => [`f${index}`, flowOf(calling(index, index === 7 ? last : ''))]),
    );
    flows.set('f8', flows.get('f0')!);
    let lookups = 0;
    const subflow = ({ flowId }: { readonly flowId: string }) => {
      lookups += 1;
      return { flow: flows.get(flowId)!, revision: 1 };
    };
    const { sections } = planFlow(flows.get('f0')!, undefined, { ...language, subflow }).plan;
    expect(lookups).toBeLessThan(500);
    return sections.tasks.map(({ work }) => work.kind === 'wait' && work.separate?.asksPeople);
  };
  const approval = `  - {id: ask, ${core}.Approval, message: Go on?}\n`;
  expect(new Set(asking(approval))).toEqual(new Set([true]));
  expect(new Set(asking(''))).toEqual(new Set([false]));
});
