const maxLine = 300;
// oxlint-disable-next-line no-control-regex -- escape sequences of terminals, and other control characters but tabs
const invisible = /\u001b\[[0-9;:?]*[A-Za-z]|[\u0000-\u0008\u000b-\u001f\u007f]/g;

/** The last lines of a text that arrives in parts: as plain text, without empty ones. */
export class LastLines {
  readonly #count: number;
  #lines: string[] = [];
  #begun = '';

  constructor(count: number) {
    this.#count = count;
  }

  add(text: string): void {
    const lines = `${this.#begun}${text}`.split('\n');
    this.#begun = (lines.pop() ?? '').slice(-maxLine);
    const filled = lines.slice(-10 * this.#count).flatMap((line) => shown(line));
    this.#lines = [...this.#lines, ...filled].slice(-this.#count);
  }

  get all(): readonly string[] {
    return [...this.#lines, ...shown(this.#begun)].slice(-this.#count);
  }
}

function shown(line: string): readonly string[] {
  const text = line.replaceAll(invisible, '').trimEnd();
  return text.trim() === '' ? [] : [text.length > maxLine ? `${text.slice(0, maxLine)}…` : text];
}
