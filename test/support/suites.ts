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
    const { startsProgram, files } = importsOf(each);
    if (startsProgram) return true;
    for (const imported of files) seen.add(imported); // the loop visits it too
  }
  return false;
}

/**
 * Whether a suite replaces a module.
 * @param file a path relative to the project's folder
 */
export function replacesModules(file: string): boolean {
  return /\bvi\.(?:mock|doMock)\(/.test(readFileSync(join(projectFolder, file), 'utf8'));
}

// It starts only Node.js with a module of Flowgate, as a thread would.
const ownProcesses = 'src/language/processes/worker-process.ts';

interface Imports {
  readonly startsProgram: boolean;
  /** The files of the project. */
  readonly files: readonly string[];
}

const known = new Map<string, Imports>();

function importsOf(file: string): Imports {
  const imports = known.get(file) ?? readImports(file);
  known.set(file, imports);
  return imports;
}

function readImports(file: string): Imports {
  const text = readFileSync(join(projectFolder, file), 'utf8');
  const statements = text.matchAll(/^(?:import|export) (?!type\b)(?:[^;']*? from )?'([^']+)'/gm);
  const specifiers = [...statements].map(([, specifier = '']) => specifier);
  const files = specifiers
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => posix.join(posix.dirname(file), specifier))
    .filter((imported) => existsSync(join(projectFolder, imported)));
  return { startsProgram: file !== ownProcesses && specifiers.includes('node:child_process'), files };
}
