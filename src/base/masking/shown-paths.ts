import { maskText } from './mask-text.ts';

/**
 * The paths under which users see files: secrets in them are masked, no two files have the same path, and none has that
 * of a folder of another.
 */
export class ShownPaths {
  readonly #mask: (text: string) => string;
  readonly #byPath = new Map<string, string>();
  readonly #files = new Set<string>();
  readonly #folders = new Set<string>();
  /** By masked path the last number that was tried: thousands of files can have the same. */
  readonly #numbers = new Map<string, number>();
  /** By the path of a file what folders with that path are called instead. */
  readonly #instead = new Map<string, string>();

  constructor(mask: (text: string) => string) {
    this.#mask = mask;
  }

  /** The same path always gets the same answer. */
  of(path: string): string {
    const known = this.#byPath.get(path);
    if (known !== undefined) return known;
    // One mask for several secrets in a row, because names of files have a limit.
    const shown = this.#free(this.#mask(path).replaceAll(/(?:\*{4})+/g, maskText));
    this.#byPath.set(path, shown);
    this.#files.add(shown);
    for (const folder of foldersOf(shown)) this.#folders.add(folder);
    return shown;
  }

  /** Numbers masks until neither a file has the path, nor another a folder of it; only paths with a mask can be taken. */
  #free(masked: string): string {
    const folder = foldersOf(masked).find((above) => this.#files.has(above));
    if (folder !== undefined) {
      const instead = this.#instead.get(folder) ?? this.#numbered(folder);
      this.#instead.set(folder, instead);
      return this.#free(instead + masked.slice(folder.length));
    }
    return this.#files.has(masked) || this.#folders.has(masked) ? this.#numbered(masked) : masked;
  }

  #numbered(masked: string): string {
    const at = masked.lastIndexOf(maskText) + maskText.length;
    for (let number = (this.#numbers.get(masked) ?? 1) + 1; ; number++) {
      const shown = `${masked.slice(0, at)}-${number}${masked.slice(at)}`;
      if (this.#files.has(shown) || this.#folders.has(shown)) continue;
      this.#numbers.set(masked, number);
      return shown;
    }
  }
}

/** The folders of a path, outermost first. */
function foldersOf(path: string): readonly string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));
}
