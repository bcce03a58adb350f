import { expect, test } from 'vitest';
import { LiveText } from '../../../src/faces/cli/live-text.ts';
import { showsColours } from '../../../src/faces/cli/printer.ts';
import { logText } from '../../../src/faces/cli/terminal-text.ts';

function printed(text: string, size: number, isColoured: boolean): string {
  const live = new LiveText(isColoured);
  let shown = '';
  for (let start = 0; start < text.length; start += size) shown += live.push(text.slice(start, start + size));
  return shown + live.end();
}

const text = 'a\u001b[31mred\r\nplain\u001b[0m \u001b[2Jgone\rover\n\u001b]0;t\u0007\u001b[1;32mlast\n';

test.each([1, 2, 3, 7, 1000])('live text in pieces of %d characters is the same as a whole log', (size) => {
  expect(printed(text, size, true)).toBe(logText(text, { isColoured: true }));
  expect(printed(text, size, false)).toBe(logText(text, { isColoured: false }));
});

test('live text shows the beginning of a line at once, and ends the last line with its colours', () => {
  const live = new LiveText(true);
  expect(live.push('\u001b[31mhalf')).toBe('\u001b[31mhalf');
  expect(live.push(' a line')).toBe(' a line');
  expect(live.end()).toBe('\u001b[0m\n');
  expect(live.end()).toBe('');
  expect(live.push('next\u001b[')).toBe('next');
  expect(live.end()).toBe('\\u001b[\n');
});

test.each([
  [{}, true, true],
  [{}, false, false],
  [{ NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
  [{ NO_COLOR: '' }, true, true],
  [{ FORCE_COLOR: '' }, false, true],
  [{ FORCE_COLOR: '0' }, true, false],
  [{ TERM: 'dumb' }, true, false],
])('colours with %j on a terminal (%s): %s', (environment, isTerminal, expected) => {
  expect(showsColours(environment, isTerminal)).toBe(expected);
});
