import fc from 'fast-check';
import { expect, it } from 'vitest';
import { safeFileName } from '../../../src/language/inputs/safe-file-name.ts';

it.each([
  ['data.csv', 'data.csv'],
  ['my data (1).csv', 'my_data_1_.csv'],
  ['C:\\Users\\ada\\run.bag', 'run.bag'],
  ['../../etc/passwd', 'passwd'],
  ['..', 'file'],
  ['.bashrc', 'bashrc'],
  ['--help', 'help'],
  ['', 'file'],
  ['a\u0000b\nc\u202e.csv', 'a_b_c_.csv'],
  ['$(touch x).sh', '_touch_x_.sh'],
  ['Größe 測定.tar.gz', 'Größe_測定.tar.gz'],
])('%j is stored as %j', (filename, name) => {
  expect(safeFileName(filename)).toBe(name);
});

it('every name is short, visible and not a path', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (filename) => {
      const name = safeFileName(filename);
      expect(name).toMatch(/^[^.\-/][^/\s\p{C}]*$/u);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
    }),
  );
});
