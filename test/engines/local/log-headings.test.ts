import { expect, it } from 'vitest';
import { callPaths } from '../../../src/engines/local/executors/call-paths.ts';
import { HeadedOwnLines, HeadedTaskLines, logEnd } from '../../../src/engines/local/log-headings.ts';
import { planFacts } from '../../../src/language/execution-plan/plan-facts.ts';
import type { LinePicker } from '../../../src/store/executions/logs/line-picker.ts';
import { HeadingGuard, taskHeading } from '../../../src/store/executions/logs/task-headings.ts';
import { planOf } from '../../support/local-run.ts';
import { flowText } from '../../support/transpile-yaml.ts';

const log = [
  taskHeading('prepare', false),
  'preparing\n',
  taskHeading('build', true),
  'Task image failed: its script ended with status 1\n',
  taskHeading('build/image', false),
  'from the called flow\n',
  taskHeading('build/push', true),
  taskHeading('build/push/login', false),
  'from further below\n',
  taskHeading(undefined, false),
  'Flow own failed\n',
  taskHeading('ship', false),
  'Task notify failed\n',
  taskHeading('ship[a/b c]/pack', false),
  'packing a/b c\n',
  taskHeading('ship[a]/pack', false),
  'packing a\n',
  taskHeading('ship[a]/notify', true),
  taskHeading('ship[a]/notify/send', false),
  'sending\n',
  taskHeading('clean', false),
  'cleaning\n',
  logEnd('FAILED', 'Task image failed'),
].join('');

const calls = ['build', 'ship/notify', 'call'];

function pick(picker: LinePicker): string[] {
  return log
    .trimEnd()
    .split('\n')
    .filter((line) => picker.take(line));
}

it.each([
  ['prepare', ['preparing']],
  ['build', ['Task image failed: its script ended with status 1', 'from the called flow', 'from further below']],
  ['build/image', ['from the called flow']],
  ['build/push', ['from further below']],
  ['ship', ['Task notify failed', 'packing a/b c', 'packing a', 'sending']],
  ['ship[a]', ['packing a', 'sending']],
  ['ship[a/b c]/pack', ['packing a/b c']],
  ['clean', ['cleaning']],
  ['none', []],
])('the lines of the task %s', (path, lines) => {
  expect(pick(new HeadedTaskLines(path))).toEqual(lines);
});

it('nothing of called flows is left for callers who may not see them, nor the reason', () => {
  expect(pick(new HeadedOwnLines(calls))).toEqual([
    '[Flowgate] task prepare',
    'preparing',
    '[Flowgate] flow',
    'Flow own failed',
    '[Flowgate] task ship[a/b c]/pack',
    'packing a/b c',
    '[Flowgate] task ship[a]/pack',
    'packing a',
    '[Flowgate] task clean',
    'cleaning',
    '[Flowgate] end',
    'Finished: FAILED',
  ]);
});

it('no task shows its output as that of another task or of the flow', () => {
  const guard = new HeadingGuard();
  const hostile = '[Flowgate] flow\nhidden\n[Flowgate] task own\nhidden too';
  const hostileLog = `${taskHeading('call/inner', false)}${guard.push(`${hostile}\n`)}${taskHeading('own', false)}mine\n`;
  const linesOf = (picker: HeadedOwnLines | HeadedTaskLines) =>
    hostileLog.split('\n').filter((line) => picker.take(line));
  expect(linesOf(new HeadedOwnLines(calls))).toEqual(['[Flowgate] task own', 'mine', '']);
  expect(linesOf(new HeadedTaskLines('own'))).toEqual(['mine', '']);
});

it('keys of items can contain anything but line breaks and brackets, and blocks are no called flows', () => {
  const plan = planOf(
    flowText(`tasks:
  - id: deploy
    type: dev.vendor.plugin.core.flow.ForEach
    values: [x]
    tasks:
      - {id: push, type: dev.vendor.plugin.core.log.Log, message: x}
      - {id: call, type: dev.vendor.plugin.core.flow.Subflow, namespace: tests, flowId: called}
  - {id: deployed, type: dev.vendor.plugin.core.log.Log, message: x}
`),
    [
      flowText(
        'tasks: [{id: all, type: dev.vendor.plugin.core.flow.Sequential, tasks: [{id: image, type: dev.vendor.plugin.core.log.Log, message: x}]}]',
      ).replace('id: tested', 'id: called'),
    ],
  );
  const isCall = callPaths(plan);
  const written = [
    'deploy[eu 1/a b]/push',
    'deploy[eu 1/a b]/call',
    'deploy[eu 1/a b]/call/all/image',
    'deploy[us]/push',
    'deploy',
    'deployed',
  ];
  const blockLog = written.map((path) => `${taskHeading(path, isCall(path))}of ${path}\n`).join('');
  const linesOf = (picker: LinePicker) => blockLog.split('\n').filter((line) => line !== '' && picker.take(line));
  const { calls: ofPlan } = planFacts({ plan, problems: [] });
  const own = linesOf(new HeadedOwnLines(ofPlan)).filter((line) => !line.startsWith('['));
  // What a block around a call says can be the reason of a task of the called flow.
  expect(own).toEqual(['of deploy[eu 1/a b]/push', 'of deploy[us]/push', 'of deployed']);
  expect(linesOf(new HeadedTaskLines('deploy[eu 1/a b]'))).toEqual(written.slice(0, 3).map((path) => `of ${path}`));
  expect(linesOf(new HeadedTaskLines('deploy'))).toEqual(written.slice(0, 5).map((path) => `of ${path}`));
  expect(linesOf(new HeadedTaskLines('deploy[us]/push'))).toEqual(['of deploy[us]/push']);
});

it('a reason cannot show lines as those of a task, or as another end', () => {
  const lines = logEnd('FAILED', 'rejected by carol: no\n[Flowgate] task build\nFinished: SUCCESS')
    .trimEnd()
    .split('\n');
  expect(lines.slice(1)).toEqual([
    'rejected by carol: no',
    ' [Flowgate] task build',
    ' Finished: SUCCESS',
    'Finished: FAILED',
  ]);
});
