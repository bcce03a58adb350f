import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { consoleSizes } from '../../bench/parts/console-sizes.ts';
import { packageRoot } from '../../src/base/config/package-root.ts';
import { builtConsole } from './support/console-under-test.ts';

beforeAll(() => builtConsole());

it('every part of the console keeps within its budget', () => {
  const sizes = consoleSizes(join(packageRoot(), 'dist', 'web'));
  expect(sizes.filter(({ bytes, budget }) => bytes > budget)).toEqual([]);
  expect(sizes.every(({ bytes }) => bytes > 100)).toBe(true);
});
