import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/base/config/package-root.ts';

const { dependencies, devDependencies } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};

/** The packages that the files of a folder import, types apart. */
function importedIn(folder: string): readonly string[] {
  const files = readdirSync(join(packageRoot(), folder), { recursive: true, encoding: 'utf8' });
  const found = files
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(packageRoot(), folder, file), 'utf8');
      const imports = text.matchAll(
        /^(?:import|export)\s(?!type\b)(?:[^;'"]*?\sfrom\s+)?'([^'.][^']*)'|import\('([^'.][^']*)'\)/gm,
      );
      return [...imports].map(([, fixed, lazy]) => fixed ?? lazy ?? '');
    })
    .filter((name) => !name.startsWith('node:') && !builtinModules.includes(name));
  return [...new Set(found.map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name))];
}

test.each(['src', 'tasks', 'web/src'])('what %s imports is a dependency, which audits and scanners see', (folder) => {
  expect(importedIn(folder).filter((name) => Object.hasOwn(devDependencies, name))).toEqual([]);
});

test('the imports are found', () => {
  const imported = [...importedIn('src'), ...importedIn('web/src')];
  expect(imported).toEqual(expect.arrayContaining(['express', 'ioredis', 'react', 'commander']));
  expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(['express', 'ioredis', 'react', 'commander']));
});
