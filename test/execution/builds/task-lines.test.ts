import { expect, it } from 'vitest';
import { TaskLines } from '../../../src/execution/builds/task-lines.ts';

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
[Pipeline] timeout
Timeout set to expire in 1 min 2 sec
[Pipeline] {
[Pipeline] sh
from build-2
[Pipeline] }
[Pipeline] // timeout
[Pipeline] archiveArtifacts
Archiving artifacts
[Pipeline] error
ERROR: Task build-2 failed
[Pipeline] }
[Pipeline] }
[Pipeline] }
Finished: SUCCESS`.split('\n');

/** The same in the frame that is pushed, which has no stage of its own. */
const scripted = log.filter((_line, index) => ![1, 2, 3].includes(index));

it.each([
  ['build', ['from build', 'from image']],
  ['build/image', ['from image']],
  ['image', []],
  ['build-2', ['from build-2', 'ERROR: Task build-2 failed']],
  ['hello', []],
])('picks what %s has printed', (path, lines) => {
  const task = new TaskLines(path);
  expect(log.filter((line) => task.take(line))).toEqual(lines);
  const inScripted = new TaskLines(path);
  expect(scripted.filter((line) => inScripted.take(line))).toEqual(lines);
});
