import { expect, it } from 'vitest';
import { TaskLines } from '../../../src/execution/build/task-lines.ts';

const log = `Started by user lab
[Pipeline] stage
[Pipeline] { (hello)
[Pipeline] script
[Pipeline] {
[Pipeline] stage
[Pipeline] { (build)
from build
[Pipeline] stage
[Pipeline] { (image)
from image
[Pipeline] }
[Pipeline] // stage
[Pipeline] }
[Pipeline] // stage
[Pipeline] stage
[Pipeline] { (build-2)
[Pipeline] sh
from build-2
[Pipeline] }
[Pipeline] }
[Pipeline] }
Finished: SUCCESS`.split('\n');

it.each([
  ['build', ['from build', 'from image']],
  ['build/image', ['from image']],
  ['image', []],
  ['build-2', ['from build-2']],
  ['hello', []],
])('picks what %s has printed', (path, lines) => {
  const task = new TaskLines(path);
  expect(log.filter((line) => task.take(line))).toEqual(lines);
});
