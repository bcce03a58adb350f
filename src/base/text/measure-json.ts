/** How much work a JSON text is, before it is parsed. */
export interface JsonMeasure {
  /** The levels of lists and objects. */
  readonly depth: number;
  /** Lists, objects and what they contain; a name and its value count once. */
  readonly values: number;
}

/**
 * Measures a text, in the time that reading it once takes; upper bounds if it is not JSON. Stops soon after one of the
 * limits is exceeded.
 */
export function measureJson(text: string, limits: JsonMeasure): JsonMeasure {
  const meter = new JsonMeter(limits);
  meter.read(text, 0, text.length);
  return meter;
}

/** Measures a text part by part. */
export class JsonMeter implements JsonMeasure {
  depth = 0;
  values = 1;
  readonly #limits: JsonMeasure;
  #level = 0;
  #inString = false;
  #isEscaped = false;

  constructor(limits: JsonMeasure) {
    this.#limits = limits;
  }

  get isTooMuch(): boolean {
    return this.depth > this.#limits.depth || this.values > this.#limits.values;
  }

  /** Reads the characters from `start` to before `end`, which follow those that it read before. */
  read(text: string, start: number, end: number): void {
    for (let index = start; index < end && !this.isTooMuch; index++) {
      const character = text.charCodeAt(index);
      if (this.#inString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (character === backslash) this.#isEscaped = true;
        else if (character === quote) this.#inString = false;
      } else if (character === quote) this.#inString = true;
      else if (character === comma) this.values += 1;
      else if (character === openList || character === openObject) {
        this.values += 1;
        this.#level += 1;
        if (this.#level > this.depth) this.depth = this.#level;
      } else if (character === closeList || character === closeObject) this.#level -= 1;
    }
  }
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
