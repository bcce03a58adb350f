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
    const kind = kindOf(piece);
    if (kind === 'none') return;
    // An indicator that no value follows has an empty one, as in `[:,:]`.
    if (kind === 'node' || this.#isAfterIndicator) this.nodes += 1;
    this.#isText = piece === scalarMark;
    this.#isAfterIndicator = kind === 'separator';
  }
}

const scalarMark = '\u001F';

function kindOf(piece: string): 'node' | 'separator' | 'none' {
  switch (piece[0]) {
    case ' ':
    case '\n':
      return 'none'; // most tokens
    case scalarMark:
    case '"':
    case "'":
    case '*':
    case '[':
    case '{':
      return 'node';
    case '-':
      return piece === '---' ? 'none' : 'node';
    case ',':
    case ':':
    case '?':
      return 'separator';
    default:
      return 'none';
  }
}
