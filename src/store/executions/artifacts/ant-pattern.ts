/** An Ant pattern for paths separated by `/`: `**` is any number of folders, `*` any characters of a name, `?` one. */
export class AntPattern {
  readonly #segments: readonly string[];
  /** For a pattern without wildcards, which Ant compares literally. */
  readonly #exact: string | undefined;
  /** The minimum number of names in the path of a file. */
  readonly #minLength: number;

  constructor(pattern: string) {
    const path = pattern.replaceAll('\\', '/');
    // As in Ant, everything in a folder.
    this.#segments = segmentsOf(path.endsWith('/') ? `${path}**` : path);
    const names = this.#segments.findIndex((segment) => /[*?]/.test(segment));
    this.#exact = names < 0 ? path : undefined;
    // `out/**` does not match a file `out`: Ant looks into a folder of this name.
    this.#minLength = this.#segments.slice(names).every(matchesFolders) ? names + 1 : 0;
  }

  /** @param path the names of folders and of the file */
  matches(path: readonly string[]): boolean {
    if (this.#exact !== undefined) return path.join('/') === this.#exact;
    return path.length >= this.#minLength && matchesAll(this.#segments, path, matchesFolders, matchesName);
  }

  /** Whether anything in a folder can match. */
  mayMatchIn(folder: readonly string[]): boolean {
    for (const [index, name] of folder.entries()) {
      const segment = this.#segments[index];
      if (segment === '**') return true;
      if (segment === undefined || !matchesName(segment, name)) return false;
    }
    return this.#segments.length > folder.length;
  }
}

/** The names of a path; an absolute path begins with an empty one, which no path in a workspace has. */
function segmentsOf(path: string): string[] {
  const names = path.split('/').filter((name) => name !== '');
  return path.startsWith('/') ? ['', ...names] : names;
}

const matchesFolders = (segment: string): boolean => segment === '**';

function matchesName(pattern: string, name: string): boolean {
  return matchesAll(
    [...pattern],
    [...name],
    (character) => character === '*',
    (expected, character) => expected === '?' || expected === character,
  );
}

/** Whether a pattern with wildcards for any number of elements matches; in quadratic time in the worst case. */
function matchesAll(
  pattern: readonly string[],
  elements: readonly string[],
  isWildcard: (part: string) => boolean,
  matchesOne: (part: string, element: string) => boolean,
): boolean {
  let [at, index] = [0, 0];
  let [wildcard, resumed] = [-1, 0];
  while (index < elements.length) {
    const part = pattern[at];
    if (part !== undefined && isWildcard(part)) {
      [wildcard, resumed] = [at, index];
      at++;
    } else if (part !== undefined && matchesOne(part, elements[index]!)) {
      at++;
      index++;
    } else if (wildcard >= 0) {
      // The last wildcard takes one more.
      at = wildcard + 1;
      index = ++resumed;
    } else {
      return false;
    }
  }
  return pattern.slice(at).every(isWildcard);
}

// Ant's default excludes; a name also means a folder with everything in it.
const ignoredNames = [
  '*~',
  '#*#',
  '.#*',
  '%*%',
  '._*',
  'CVS',
  '.cvsignore',
  'SCCS',
  'vssver.scc',
  '.svn',
  '.git',
  '.gitattributes',
  '.gitignore',
  '.gitmodules',
  '.hg',
  '.hgignore',
  '.hgsub',
  '.hgsubstate',
  '.hgtags',
  '.bzr',
  '.bzrignore',
  '.DS_Store',
];
const ignoredFolders = new Set(['CVS', 'SCCS', '.svn', '.git', '.hg', '.bzr']);

/** Whether Ant ignores a file, or everything in a folder, by its name. */
export function isIgnoredByAnt(name: string, isFolder: boolean): boolean {
  return isFolder ? ignoredFolders.has(name) : ignoredNames.some((pattern) => matchesName(pattern, name));
}
