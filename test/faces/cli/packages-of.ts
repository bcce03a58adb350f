import { existsSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, posix } from 'node:path';

const projectFolder = join(import.meta.dirname, '../../..');

/** The packages that files load statically, directly or indirectly, apart from those of Node.js; sorted. */
export function packagesOf(files: readonly string[]): readonly string[] {
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
  const foreign = [...packages].filter((name) => !name.startsWith('node:') && !builtinModules.includes(name));
  return foreign.toSorted();
}
