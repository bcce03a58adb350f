import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

const projectFolder = join(import.meta.dirname, '../..');

/** Every suite, as a path relative to the project's folder. */
export function suites(): readonly string[] {
  return readdirSync(join(projectFolder, 'test'), { recursive: true, encoding: 'utf8' })
    .map((file) => posix.join('test', file.replaceAll('\\', '/')))
    .filter((file) => file.endsWith('.test.ts'))
    .toSorted();
}

/**
 * Whether a suite can start a program, such as Redis, Groovy or a shell: it imports `node:child_process`, or a file
 * that does, directly or indirectly. Types and dynamic imports do not count.
 * @param file a path relative to the project's folder
 */
export function startsPrograms(file: string): boolean {
  const seen = new Set([file]);
  for (const each of seen) {
    const imports = importsOf(each);
    if (imports.includes('node:child_process')) return true;
    for (const specifier of imports) {
      const target = posix.join(posix.dirname(each), specifier);
      if (specifier.startsWith('.') && existsSync(join(projectFolder, target))) seen.add(target); // the loop visits it too
    }
  }
  return false;
}

const known = new Map<string, readonly string[]>();

function importsOf(file: string): readonly string[] {
  const specifiers = known.get(file) ?? readImports(file);
  known.set(file, specifiers);
  return specifiers;
}

function readImports(file: string): readonly string[] {
  const text = readFileSync(join(projectFolder, file), 'utf8');
  const statements = text.matchAll(/^(?:import|export) (?!type\b)(?:[^;']*? from )?'([^']+)'/gm);
  return [...statements].map(([, specifier = '']) => specifier);
}
