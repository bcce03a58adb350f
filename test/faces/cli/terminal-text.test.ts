import { expect, test } from 'vitest';
import { logText, visibleText, withoutControls } from '../../../src/faces/cli/terminal-text.ts';

test('withoutControls escapes all control characters, including line breaks', () => {
  expect(withoutControls('a\u001b[2Jb\u0007c\nd\te\rf\u007fg\u009b31mh\u202ei')).toBe(
    'a\\u001b[2Jb\\u0007c\\u000ad\\u0009e\\u000df\\u007fg\\u009b31mh\\u202ei',
  );
});

test('visibleText keeps line breaks and tabs', () => {
  expect(visibleText('a\tb\r\nc\n\u001b[31md\roverwritten\u009b1m')).toBe(
    'a\tb\r\nc\n\\u001b[31md\\u000doverwritten\\u009b1m',
  );
});

test.each([
  [
    'colours until the end of the line',
    '\u001b[1;31mred\nplain\n',
    '\u001b[1;31mred\u001b[0m\nplain\n',
    'red\nplain\n',
  ],
  [
    'no other control sequence',
    '\u001b]0;title\u0007\u001b[2J\u001b[31Hx\u001bcy',
    '\\u001b]0;title\\u0007\\u001b[2J\\u001b[31Hx\\u001bcy',
    '\\u001b]0;title\\u0007\\u001b[2J\\u001b[31Hx\\u001bcy',
  ],
  [
    'no line that overwrites another',
    'first\rsecond\r\nthird\n',
    'first\nsecond\r\nthird\n',
    'first\nsecond\r\nthird\n',
  ],
  ['a CRLF line break after a colour', '\u001b[32mok\r\n', '\u001b[32mok\u001b[0m\r\n', 'ok\r\n'],
])('a log shows %s', (_what, text, coloured, plain) => {
  expect(logText(text, { isColoured: true })).toBe(coloured);
  expect(logText(text, { isColoured: false })).toBe(plain);
});
