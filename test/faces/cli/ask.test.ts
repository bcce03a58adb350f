import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { ask } from '../../../src/faces/cli/ask.ts';
import { Printer } from '../../../src/faces/cli/printer.ts';
import type { Terminal } from '../../../src/faces/cli/terminal.ts';

test('a hidden answer is never shown, and the question comes once the terminal shows nothing', async () => {
  const seen: string[] = [];
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (isRaw: boolean) => void seen.push(isRaw ? 'raw' : 'cooked'),
  });
  const stderr = new Printer({ write: (text) => seen.push(text), isTTY: true });
  const terminal = { stdin, stderr } as unknown as Terminal; // what `ask` uses
  const answer = ask('Token: ', terminal, { isHidden: true });
  stdin.write('sesame\r');
  expect(await answer).toBe('sesame');
  expect(seen).toEqual(['raw', 'Token: ', 'cooked', '\n']);
});
