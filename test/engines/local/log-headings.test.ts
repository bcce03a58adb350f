import { expect, it } from 'vitest';
import { HeadedOwnLines, HeadedTaskLines, logEnd } from '../../../src/engines/local/log-headings.ts';
import type { LinePicker } from '../../../src/execution/logs/line-picker.ts';
import { HeadingGuard, taskHeading } from '../../../src/execution/logs/task-headings.ts';

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
