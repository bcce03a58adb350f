import { expect, it } from 'vitest';
import { HeadingGuard } from '../../../../src/store/executions/logs/task-headings.ts';

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

it('other lines can be indented too', () => {
  const guard = new HeadingGuard(['[Flowgate] ', '[Pipeline] ']);
  expect(guard.push('[Pipe') + guard.push('line] }\n[Flowgate] flow\n[Pipelin') + guard.end()).toBe(
    ' [Pipeline] }\n [Flowgate] flow\n[Pipelin',
  );
});
