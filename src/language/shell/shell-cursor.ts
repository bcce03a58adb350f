/** A position in a text that only moves forward, up to an end. */
export class ShellCursor {
  readonly text: string;
  position = 0;
  end: number;

  constructor(text: string) {
    this.text = text;
    this.end = text.length;
  }

  at(expected: string): boolean {
    return this.text.startsWith(expected, this.position);
  }

  /** Moves past a match of a sticky pattern at the position; returns its groups, or undefined if there is no match. */
  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.position;
    const match = pattern.exec(this.text);
    if (match === null) return undefined;
    this.position = pattern.lastIndex;
    return match;
  }
}
