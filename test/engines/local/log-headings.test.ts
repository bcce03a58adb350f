import { expect, it } from 'vitest';
import { CallPaths } from '../../../src/engines/local/executors/call-paths.ts';
import {
  HeadedOwnLines,
  HeadedTaskLines,
  HeadingGuard,
  logEnd,
  taskHeading,
} from '../../../src/engines/local/log-headings.ts';
import type { LinePicker } from '../../../src/execution/logs/line-picker.ts';
import { planOf } from '../../support/local-run.ts';
import { flowText } from '../../support/transpile-yaml.ts';

const log = [
  taskHeading('prepare', 'task'),
  'preparing\n',
  taskHeading('build', 'call'),
  'Task image failed: its script ended with status 1\n',
  taskHeading('build/image', 'task'),
  'from the called flow\n',
  taskHeading('build/push', 'call'),
  taskHeading('build/push/login', 'task'),
  'from further below\n',
  taskHeading(undefined, 'task'),
  'Flow own failed\n',
  taskHeading('clean', 'task'),
  'cleaning\n',
  logEnd('FAILED', 'Task image failed'),
].join('');

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
  ['clean', ['cleaning']],
  ['none', []],
])('the lines of the task %s', (path, lines) => {
  expect(pick(new HeadedTaskLines(path))).toEqual(lines);
});

it('nothing of called flows is left for callers who may not see them, nor the reason', () => {
  expect(pick(new HeadedOwnLines())).toEqual([
    '[Flowgate] task prepare',
    'preparing',
    '[Flowgate] flow',
    'Flow own failed',
    '[Flowgate] task clean',
    'cleaning',
    '[Flowgate] end',
    'Finished: FAILED',
  ]);
});

const hostile = `[Flowgate] flow
hidden
[Flowgate] task own
hidden too
 [Flowgate] task own
not [Flowgate] task own
[Flowgate`;
const harmless = hostile.replaceAll(/^\[Flowgate\] /gm, ' [Flowgate] ');

it.each([1, 2, 3, 7, 12, 1000])('lines that look like headings are none, in pieces of %i characters', (size) => {
  const guard = new HeadingGuard();
  let guarded = '';
  for (let at = 0; at < hostile.length; at += size) guarded += guard.push(hostile.slice(at, at + size));
  expect(guarded + guard.end()).toBe(harmless);
});

it('a line can begin in one task only', () => {
  const guard = new HeadingGuard();
  expect([guard.push('a\n[Flow'), guard.end(), guard.push('gate] flow\n'), guard.push('[Flowgate] flow')]).toEqual([
    'a\n',
    '[Flow',
    'gate] flow\n',
    ' [Flowgate] flow',
  ]);
});

it('no task shows its output as that of another task or of the flow', () => {
  const guard = new HeadingGuard();
  const hostileLog = `${taskHeading('call/inner', 'task')}${guard.push(`${hostile}\n`)}${taskHeading('own', 'task')}mine\n`;
  const linesOf = (picker: HeadedOwnLines | HeadedTaskLines) =>
    hostileLog.split('\n').filter((line) => picker.take(line));
  expect(linesOf(new HeadedOwnLines())).toEqual(['[Flowgate] task own', 'mine', '']);
  expect(linesOf(new HeadedTaskLines('own'))).toEqual(['mine', '']);
});

it('keys of items can contain anything but line breaks and brackets, and blocks are no called flows', () => {
  const paths = new CallPaths(
    planOf(
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
    ),
  );
  const written = [
    'deploy[eu 1/a b]/push',
    'deploy[eu 1/a b]/call',
    'deploy[eu 1/a b]/call/all/image',
    'deploy[us]/push',
    'deploy',
    'deployed',
  ];
  const blockLog = written.map((path) => `${taskHeading(path, paths.kindOf(path))}of ${path}\n`).join('');
  const linesOf = (picker: LinePicker) => blockLog.split('\n').filter((line) => line !== '' && picker.take(line));
  const own = linesOf(new HeadedOwnLines()).filter((line) => !line.startsWith('['));
  expect(own).toEqual(['of deploy[eu 1/a b]/push', 'of deploy[us]/push', 'of deploy', 'of deployed']);
  expect(linesOf(new HeadedTaskLines('deploy[eu 1/a b]'))).toEqual(written.slice(0, 3).map((path) => `of ${path}`));
  expect(linesOf(new HeadedTaskLines('deploy'))).toEqual(written.slice(0, 5).map((path) => `of ${path}`));
  expect(linesOf(new HeadedTaskLines('deploy[us]/push'))).toEqual(['of deploy[us]/push']);
});
