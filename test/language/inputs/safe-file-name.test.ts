import fc from 'fast-check';
import { expect, it } from 'vitest';
import { safeFileName } from '../../../src/language/inputs/safe-file-name.ts';

it.each([
  ['data.csv', 'data.csv'],
  ['my data (1).csv', 'my data (1).csv'],
  [' a . ', 'a'],
  ['a;id&b|c`d`"e\'*?[f]{g}<h>!#~%^.csv', 'a_id_b_c_d_e_f_g_h_.csv'],
  ['b: what?.txt', 'b_ what_.txt'],
  ['C:\\Users\\ada\\run.bag', 'run.bag'],
  ['../../etc/passwd', 'passwd'],
  ['..', 'file'],
  ['.bashrc', 'bashrc'],
  ['--help', 'help'],
  ['', 'file'],
  ['a\u0000b\nc\u202e.csv', 'a_b_c_.csv'],
  ['$(touch x).sh', '_(touch x).sh'],
  ['Größe 測定.tar.gz', 'Größe 測定.tar.gz'],
])('%j is stored as %j', (filename, name) => {
  expect(safeFileName(filename)).toBe(name);
});

it('every name is short, visible and not a path', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (filename) => {
      const name = safeFileName(filename);
      expect(name).toMatch(/^[^.\-/ ](?:[^/\s\p{C}$`'"\\;&|<>*?]| (?!$))*$/u);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
    }),
  );
});
