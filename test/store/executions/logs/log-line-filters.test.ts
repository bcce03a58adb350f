import { expect, it } from 'vitest';
import { OwnLines, TaskLines } from '../../../../src/engines/jenkins/builds/pipeline-lines.ts';
import { cutLine, leftOutLine } from '../../../../src/language/execution-plan/log-limits.ts';

const log = `Started by user lab
[Pipeline] stage
[Pipeline] { (hello)
[Pipeline] script
[Pipeline] {
[Pipeline] stage
[Pipeline] { (own)
from own
[Pipeline] }
[Pipeline] // stage
[Pipeline] stage
[Pipeline] { (call)
[Pipeline] catchError
[Pipeline] {
[Pipeline] stage
[Pipeline] { (image)
from image
[Pipeline] stage
[Pipeline] { (deeper)
from deeper
[Pipeline] }
[Pipeline] }
[Pipeline] // stage
Task image failed. Attempt 2 follows.
[Pipeline] }
ERROR: Task image failed
[Pipeline] // catchError
[Pipeline] }
[Pipeline] // stage
[Pipeline] stage
[Pipeline] { (last)
from last
[Pipeline] }
[Pipeline] // stage
[Pipeline] }
[Pipeline] // script
[Pipeline] }
[Pipeline] // stage
[Pipeline] End of Pipeline
ERROR: Task image failed
Finished: FAILURE`.split('\n');

/** The same for the pushed script, which has no stage of its own. */
const scripted = log.filter((_line, index) => ![1, 2, 3].includes(index));

it.each([
  ['declarative', log],
  ['scripted', scripted],
])('leaves out of a %s frame what subflows print, and what their calls say of them', (_frame, printed) => {
  const own = new OwnLines(undefined);
  const lines = printed.filter((line) => own.take(line));
  expect(lines.filter((line) => !line.startsWith('[Pipeline]'))).toEqual([
    'Started by user lab',
    'from own',
    'from last',
    'Finished: FAILURE',
  ]);
  expect(lines.join('\n')).not.toMatch(/image|deeper/);
});

it('is not misled by a task that prints a line of a declarative pipeline', () => {
  const own = new OwnLines(undefined);
  const lines = scripted
    .flatMap((line) => (line === 'from own' ? ['[Pipeline] sh', '[Pipeline] script', line] : [line]))
    .filter((line) => own.take(line));
  expect(lines.join('\n')).not.toMatch(/image|deeper/);
});

const logOfTasks = `Started by user lab
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

/** The same for the pushed script, which has no stage of its own. */
const scriptedOfTasks = logOfTasks.filter((_line, index) => ![1, 2, 3].includes(index));

it.each([
  ['build', ['from build', 'from image']],
  ['build/image', ['from image']],
  ['image', []],
  ['build-2', ['from build-2', 'ERROR: Task build-2 failed']],
  ['hello', []],
])('picks what %s has printed', (path, lines) => {
  const task = new TaskLines(path);
  expect(logOfTasks.filter((line) => task.take(line))).toEqual(lines);
  const inScripted = new TaskLines(path);
  expect(scriptedOfTasks.filter((line) => inScripted.take(line))).toEqual(lines);
});

const cut = cutLine(1000).trim();
/** A long log whose missing part begins in one task, and whose end begins in the same or another one. */
const cutLog = [
  ...logOfTasks.slice(0, logOfTasks.indexOf('from build-2') + 1),
  cut,
  leftOutLine.trim(),
  'end of a task',
];
const rest = [
  '[Pipeline] }',
  '[Pipeline] // stage',
  '[Pipeline] stage',
  '[Pipeline] { (late)',
  'from late',
  '[Pipeline] }',
];

it.each([
  ['build-2', ['from build-2', cut, leftOutLine.trim(), 'end of a task']],
  ['late', [cut, 'from late']],
  ['build', ['from build', 'from image', cut]],
])('shows of a long log that has lost its middle what probably belongs to the task %s', (task, expected) => {
  const picker = new TaskLines(task);
  expect([...cutLog, ...rest].filter((line) => picker.take(line))).toEqual(expected);
});

it('shows nothing after the missing part of a long log to those who may not see called flows', () => {
  const own = new OwnLines(undefined);
  const lines = [...cutLog, ...rest, 'ERROR: Task build/image failed', 'Finished: FAILURE'].filter((line) =>
    own.take(line),
  );
  expect(lines.slice(lines.indexOf(cut))).toEqual([cut, 'Finished: FAILURE']);
});
