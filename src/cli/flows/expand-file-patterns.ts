import { existsSync, readdirSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import picomatch from 'picomatch';

/**
 * The files that words of a command line name, in their order and each once: a file that exists, `-` or an unknown
 * name stands for itself, a pattern (`flows/**\/*.yaml`) for what it matches. A pattern without a match stays as it is,
 * so that reading it tells about it.
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
  return listFiles(folder, '')
    .filter((file) => isMatch(file))
    .map((file) => (base === '' ? file : posix.join(base, file)));
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
