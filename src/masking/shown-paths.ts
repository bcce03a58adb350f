import { maskText } from './mask-text.ts';

/** The paths under which users see files: secrets in them are masked, and no two files have the same path. */
export class ShownPaths {
  readonly #mask: (text: string) => string;
  readonly #byPath = new Map<string, string>();
  readonly #taken = new Set<string>();

  constructor(mask: (text: string) => string) {
    this.#mask = mask;
  }

  /** The same path always gets the same answer. */
  of(path: string): string {
    const known = this.#byPath.get(path);
    if (known !== undefined) return known;
    // One mask for several secrets in a row, because names of files have a limit.
    const masked = this.#mask(path).replaceAll(/(?:\*{4})+/g, maskText);
    let shown = masked;
    for (let number = 2; this.#taken.has(shown); number++) shown = numbered(masked, number);
    this.#byPath.set(path, shown);
    this.#taken.add(shown);
    return shown;
  }
}

/** Numbers the last mask of a path; only paths with a mask can be taken. */
function numbered(path: string, number: number): string {
  const at = path.lastIndexOf(maskText) + maskText.length;
  return `${path.slice(0, at)}-${number}${path.slice(at)}`;
}
