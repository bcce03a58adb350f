import { expect, it, vi } from 'vitest';
import { SecretMask } from '../../../src/base/masking/secret-mask.ts';
import { ShownPaths } from '../../../src/base/masking/shown-paths.ts';

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

it('shows no file where another path has a folder', () => {
  const mask = new SecretMask(['hunter2', 's3cr3t', 'pa55word']);
  const paths = new ShownPaths((text) => mask.apply(text));
  const shown = (path: string) => paths.of(path);
  expect(shown('hunter2/a.txt')).toBe('****/a.txt');
  expect(shown('s3cr3t')).toBe('****-2');
  expect(shown('hunter2/b.txt')).toBe('****/b.txt');
  expect(shown('s3cr3t.txt')).toBe('****.txt');
  expect(shown('hunter2.txt/key-hunter2')).toBe('****-2.txt/key-****');
  expect(shown('pa55word.txt/key-hunter2')).toBe('****-2.txt/key-****-2');
});

it('tries each number once for files with the same mask', () => {
  const lines = Array.from({ length: 500 }, (_, line) => `secret-${line}`);
  const mask = new SecretMask(lines);
  const paths = new ShownPaths((text) => mask.apply(text));
  const taken = vi.spyOn(Set.prototype, 'has');
  const shown = new Set(lines.map((line) => paths.of(line)));
  const count = taken.mock.calls.length;
  taken.mockRestore();
  expect(shown.size).toBe(lines.length);
  expect(count).toBeLessThan(20 * lines.length);
});
