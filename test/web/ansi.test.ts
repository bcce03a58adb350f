import { describe, expect, it } from 'vitest';
import { parseAnsi, plainText } from '../../web/src/log/ansi.ts';

const pieces = (line: string) => parseAnsi(line).pieces;

describe('a line of a log', () => {
  it('without escapes is one piece', () => {
    expect(pieces('hello <b>you</b>')).toEqual([{ text: 'hello <b>you</b>', style: {} }]);
  });

  it.each([
    ['31', { color: 'red' }],
    ['1;92', { bold: true, color: 'green' }],
    ['44', { background: 'blue' }],
    ['107', { background: 'white' }],
    ['38;5;1', { color: 'red' }],
    ['38;5;31', { color: 'rgb(0 135 175)' }],
    ['48;5;255', { background: 'rgb(238 238 238)' }],
    ['38;2;1;2;300', { color: 'rgb(1 2 255)' }],
    ['38;2;1;2;3;4', { color: 'rgb(1 2 3)', underline: true }],
    ['31;0', {}],
    ['31;39', { color: undefined }],
    ['', {}],
  ])('gets the style of the codes %s', (codes, style) => {
    expect(pieces(`\u001b[${codes}mtext`)).toEqual([{ text: 'text', style }]);
  });

  it('hands its style on to the next line', () => {
    const { after } = parseAnsi('\u001b[31mred');
    expect(parseAnsi('still\u001b[0m not', after).pieces).toEqual([
      { text: 'still', style: { color: 'red' } },
      { text: ' not', style: {} },
    ]);
  });

  it('loses what only a terminal understands', () => {
    const line = 'a\u001b[2K\u001b[1Ab\u001b]8;;http://x\u0007c\u001b]0;title\u001b\\d\u001bMe';
    expect(plainText(line)).toBe('abcde');
    expect(
      pieces(line)
        .map(({ text }) => text)
        .join(''),
    ).toBe('abcde');
  });

  it('shows what a progress bar wrote last, in the colour that it set before', () => {
    expect(pieces('\u001b[32m10%\r50%\r100%')).toEqual([{ text: '100%', style: { color: 'green' } }]);
    expect(plainText('windows\r')).toBe('windows');
  });
});
