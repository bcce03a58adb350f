/**
 * Counts the nodes of a document from the pieces that yaml's lexer cuts it into, before anything is composed: each key,
 * value, list and map, the dash of each entry of a block list, and what is empty between two indicators.
 */
export class NodeCounter {
  nodes = 0;
  /** The piece behind the mark of a plain or block scalar is its text. */
  #isText = false;
  #isAfterIndicator = false;

  add(piece: string): void {
    if (this.#isText) {
      this.#isText = false;
      return;
    }
    const kind = kindOf(piece);
    if (kind === 'none') return;
    // Where no value follows an indicator, as in `[:,:]`, there is an empty one.
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
      return 'none'; // most pieces
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
