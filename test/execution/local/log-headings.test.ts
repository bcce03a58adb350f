import { expect, it } from 'vitest';
import { HeadedOwnLines, HeadedTaskLines, logEnd, taskHeading } from '../../../src/execution/local/log-headings.ts';
import type { LinePicker } from '../../../src/execution/builds/log-line-filters.ts';

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
  taskHeading('clean', false),
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
