/** The end of a text, from which its beginning is taken again and again. */
export class HeldText {
  #parts: string[] = [];
  /** The index of the first part that is not taken yet, and the number of characters taken from it. */
  #first = 0;
  #taken = 0;

  push(part: string): void {
    if (part !== '') this.#parts.push(part);
  }

  /** Takes characters from the beginning; there must be so many. */
  take(length: number): string {
    let text = '';
    for (let left = length; left > 0;) {
      const part = this.#parts[this.#first]!;
      const end = Math.min(part.length, this.#taken + left);
      text += part.slice(this.#taken, end);
      left -= end - this.#taken;
      this.#taken = end;
      if (end === part.length) this.#next();
    }
    return text;
  }

  #next(): void {
    this.#parts[this.#first++] = '';
    this.#taken = 0;
    if (this.#first * 2 <= this.#parts.length) return;
    this.#parts = this.#parts.slice(this.#first);
    this.#first = 0;
  }
}
