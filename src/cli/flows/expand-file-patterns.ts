import { existsSync, readdirSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import picomatch from 'picomatch';

/**
 * Expands the patterns (`flows/**\/*.yaml`) among command line arguments to the files that they match, in order and
 * without duplicates. Existing files, `-` and unknown names are kept. A pattern without a match is kept too, so that
 * reading it reports an error. Tests of flows (`hello.test.yaml`) are left out, unless the pattern names them.
 */
export function expandFilePatterns(words: readonly string[], workingDirectory: string): readonly string[] {
  const files = words.flatMap((word) => {
    const isFile = word === '-' || existsSync(resolve(workingDirectory, word));
    if (isFile || !picomatch.scan(word).isGlob) return [word];
    const matches = findMatches(word, workingDirectory);
    return matches.length > 0 ? matches : [word];
  });
  return [...new Set(files)];
}

function findMatches(pattern: string, workingDirectory: string): string[] {
  const { base, glob } = picomatch.scan(pattern);
  const folder = resolve(workingDirectory, base);
  if (!existsSync(folder)) return [];
  const isMatch = picomatch(glob);
  const namesTests = isFlowTest(glob);
  return listFiles(folder, '')
    .filter((file) => isMatch(file) && (namesTests || !isFlowTest(file)))
    .map((file) => (base === '' ? file : posix.join(base, file)));
}

function isFlowTest(name: string): boolean {
  return /\.test\.ya?ml$/.test(name);
}

function listFiles(folder: string, prefix: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).toSorted((left, right) =>
    left.name < right.name ? -1 : 1,
  );
  return entries.flatMap((entry) => {
    const path = posix.join(prefix, entry.name);
    if (!entry.isDirectory()) return [path];
    const isForeign = entry.name === 'node_modules' || entry.name.startsWith('.');
    return isForeign ? [] : listFiles(join(folder, entry.name), path);
  });
}
