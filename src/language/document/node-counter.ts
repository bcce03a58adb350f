/**
 * Counts the nodes of a document from the tokens of yaml's lexer, before anything is composed: each key, value, list
 * and map, the dash of each item of a block list, and each empty value between two indicators.
 */
export class NodeCounter {
  nodes = 0;
  /** The token after the mark of a plain or block scalar is its text. */
  #isText = false;
  #isAfterIndicator = false;

  add(piece: string): void {
    if (this.#isText) {
      this.#isText = false;
      return;
    }
    const kind = kinds[piece.charCodeAt(0)];
    if (kind === undefined || piece === '---') return;
    // An indicator that no value follows has an empty one, as in `[:,:]`.
    if (kind !== 'separator' || this.#isAfterIndicator) this.nodes += 1;
    this.#isText = kind === 'mark';
    this.#isAfterIndicator = kind === 'separator';
  }
}

type Kind = 'node' | 'mark' | 'separator';

/** What a token is, by the code of its first character; undefined for one that is no part of a node. */
const kinds: readonly (Kind | undefined)[] = Array.from({ length: 128 }, (_, code) =>
  kindOf(String.fromCharCode(code)),
);

function kindOf(first: string): Kind | undefined {
  if (first === '\u001F') return 'mark';
  if (',:?'.includes(first)) return 'separator';
  return '"\'*[{-'.includes(first) ? 'node' : undefined;
}
