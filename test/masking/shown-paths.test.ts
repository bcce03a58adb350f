import { expect, it } from 'vitest';
import { SecretMask } from '../../src/masking/secret-mask.ts';
import { ShownPaths } from '../../src/masking/shown-paths.ts';

it('masks secrets in paths, and keeps paths distinct', () => {
  const mask = new SecretMask(['hunter2', 's3cr3t']);
  const paths = new ShownPaths((text) => mask.apply(text));
  const shown = (path: string) => paths.of(path);
  expect(shown('out/plain.txt')).toBe('out/plain.txt');
  expect(shown('out/key-hunter2.txt')).toBe('out/key-****.txt');
  expect(shown('out/key-s3cr3t.txt')).toBe('out/key-****-2.txt');
  expect(shown('out/key-****.txt')).toBe('out/key-****-3.txt');
  expect(shown('out/key-s3cr3t.txt')).toBe('out/key-****-2.txt');
  expect(shown('hunter2'.repeat(30))).toBe('****');
});
