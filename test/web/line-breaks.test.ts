import { expect, it } from 'vitest';
import { editedText, withLineBreaksOf } from '../../web/src/editor/line-breaks.ts';

it.each([
  ['of Unix', 'a\nb\n', 'a\nb\nc\n'],
  ['of Windows', 'a\r\nb\r\n', 'a\r\nb\r\nc\r\n'],
  ['of both', 'a\r\nb\n', 'a\nb\nc\n'],
  ['none', 'a', 'a\nb\nc\n'],
])('a text with line breaks %s keeps them', (_, source, expected) => {
  expect(withLineBreaksOf(source, 'a\nb\nc\n')).toBe(expected);
  expect(editedText(source)).not.toContain('\r');
});
