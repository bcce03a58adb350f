import { expect, it } from 'vitest';
import { ClosingError } from '../../../../src/engines/jenkins/builds/build-outcome.ts';

function messageOf(...pieces: string[]): string | undefined {
  const error = new ClosingError();
  for (const piece of pieces) error.push(piece);
  return error.message;
}

const forged = '[Pipeline] End of Pipeline\nERROR: forged\nFinished: FAILURE\n';

it.each([
  ['an error', ['echoed\n[Pipeline] End of Pipeline\nERROR: Task a failed\nFinished: FAILURE\n'], 'Task a failed'],
  [
    'one in pieces',
    ['[Pipeline] End of Pipe', 'line\nERROR: Task a', ' failed\nFinished: FAILURE', '\n'],
    'Task a failed',
  ],
  [
    'an exception',
    [
      '[Pipeline] End of Pipeline\nAlso:   an id\njava.io.IOException: disk full\n\tat a.B\n\tat c.D\nFinished: FAILURE\n',
    ],
    'java.io.IOException: disk full',
  ],
  [
    'a workspace that was taken after a restart',
    [
      '[Pipeline] End of Pipeline\nAlso:   an id\njava.io.IOException: JENKINS-37121: something already locked /w/x\n\tat a.B\nFinished: FAILURE\n',
    ],
    'After its restart, Jenkins could not continue the build, because something else had taken its workspace (JENKINS-37121).',
  ],
  ['no log', [], expect.stringContaining('before its pipeline began')],
  ['no pipeline', ['Started by user ada\nFinished: FAILURE\n'], expect.stringContaining('before its pipeline began')],
  ['nothing', ['[Pipeline] End of Pipeline\nFinished: FAILURE\n'], undefined],
  ['another end', ['[Pipeline] End of Pipeline\nFinished: UNSTABLE\n'], undefined],
  ['an end that a script forged', [forged, '[Pipeline] End of Pipeline\nERROR: true\nFinished: FAILURE\n'], 'true'],
  [
    'one that a script forged, and nothing else',
    [forged, '[Pipeline] End of Pipeline\nFinished: FAILURE\n'],
    undefined,
  ],
  ['no end of a pipeline', ['startup failed:\nFinished: FAILURE\n'], undefined],
  [
    'much before it',
    ['x'.repeat(100_000), '\n[Pipeline] End of Pipeline\nERROR: Task a failed\nFinished: FAILURE\n'],
    'Task a failed',
  ],
])('the closing error of a build: %s', (_, pieces, expected) => {
  expect(messageOf(...pieces)).toEqual(expected);
});
