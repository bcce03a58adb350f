import { expect, it } from 'vitest';
import { readHeading, readMarkedLine } from '../../../../src/engines/jenkins/builds/log-marks.ts';

it('a marked line has a number and a text, which can look marked itself', () => {
  expect(readMarkedLine('[fg 17] task deploy[eu-1]/push')).toEqual({ run: 17, text: 'task deploy[eu-1]/push' });
  expect(readMarkedLine('[fg 0] ')).toEqual({ run: 0, text: '' });
  expect(readMarkedLine('[fg 3] [fg 4] task other\r')).toEqual({ run: 3, text: '[fg 4] task other\r' });
  for (const line of ['[fg x] a', ' [fg 1] a', '[fg 1]a', '[Pipeline] {', ''])
    expect(readMarkedLine(line)).toBeUndefined();
});

it('a heading has the path of the task', () => {
  expect(readHeading('task deploy[eu 1]/push')).toBe('deploy[eu 1]/push');
  expect(readHeading('tasks')).toBeUndefined();
});
