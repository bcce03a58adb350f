import { expect, it } from 'vitest';
import { isWritablePath } from '../../../../src/faces/cli/files/writable-path.ts';

it.each(['a\\..\\x', 'C:x', 'b: what?.txt', 'x.', 'x ', 'folder./x', 'NUL', 'com1.txt', 'a/aux.log', 'conin$', 'a|b'])(
  'writes %j on Linux, and not on Windows',
  (path) => {
    expect([isWritablePath(path, 'linux'), isWritablePath(path, 'win32')]).toEqual([true, false]);
  },
);

it.each(['..', '../x', 'a/../x', '/x', 'x/', 'a//b', './x', '', 'a\nb', '\u001b[2J', 'x\u0000'])(
  'writes %j nowhere',
  (path) => {
    expect([isWritablePath(path, 'linux'), isWritablePath(path, 'win32')]).toEqual([false, false]);
  },
);

it.each(['report/index.html', 'my file (1).csv', 'console.log', 'com10', '.hidden', 'Größe.txt'])(
  'writes %j everywhere',
  (path) => {
    expect([isWritablePath(path, 'linux'), isWritablePath(path, 'win32')]).toEqual([true, true]);
  },
);
