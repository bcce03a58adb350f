import { existsSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';

const projectFolder = join(import.meta.dirname, '../../..');

/** The packages that files load, directly or indirectly. */
function packagesOf(files: readonly string[]): ReadonlySet<string> {
  const packages = new Set<string>();
  const seen = new Set(files);
  for (const file of seen) {
    const text = readFileSync(join(projectFolder, file), 'utf8');
    const imports = text.matchAll(/^(?:import|export)\s(?!type\b)(?:[^;'"]*?\sfrom\s+)?'([^']+)'/gm);
    for (const [, specifier = ''] of imports) {
      const target = posix.join(posix.dirname(file), specifier);
      if (!specifier.startsWith('.')) packages.add(specifier.split('/')[0] ?? '');
      else if (existsSync(join(projectFolder, target))) seen.add(target); // the loop visits it too
    }
  }
  return packages;
}

test('a flow in a file runs without a module for Redis, Jenkins or HTTP', () => {
  const packages = packagesOf([
    'src/cli/run-command-line.ts',
    'src/cli/commands/run-command.ts',
    'src/cli/actions/run.ts',
    'src/cli/local/run-flow-file.ts',
  ]);
  const foreign = [...packages].filter((name) => !name.startsWith('node:') && !builtinModules.includes(name));
  // What the flow language needs; every further package makes each run start later.
  expect(foreign.toSorted()).toEqual(['ajv', 'ajv-formats', 'commander', 'handlebars', 'lru-cache', 're2js', 'yaml']);
});
