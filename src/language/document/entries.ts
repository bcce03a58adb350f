import { describeValue, quoteShort } from '../../base/problem/describe-value.ts';
import type { Path, Problem } from '../../base/problem/problem.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/text/json-value.ts';

/** A map in the document, with its path. */
export interface PlacedMap {
  readonly map: JsonObject;
  readonly path: Path;
}

/** The value read from a part of the document, with its path. */
export interface Placed<Value> {
  readonly value: Value;
  readonly path: Path;
}

/** The items of a list of maps. */
export class Entries {
  readonly #values: readonly JsonValue[];
  readonly #path: Path;
  readonly #problems: Problem[];

  constructor(values: readonly JsonValue[], path: Path, problems: Problem[]) {
    this.#values = values;
    this.#path = path;
    this.#problems = problems;
  }

  get length(): number {
    return this.#values.length;
  }

  /** The maps among the first `max` items; reports items that are not maps. */
  maps(max = Infinity): readonly PlacedMap[] {
    const maps: PlacedMap[] = [];
    for (const [index, entry] of this.#values.slice(0, max).entries()) {
      const path = [...this.#path, index];
      if (isJsonObject(entry)) {
        maps.push({ map: entry, path });
      } else {
        const name = quoteShort(String(this.#path.at(-1)));
        const message = `Each item of ${name} must be a map; found ${describeValue(entry)}.`;
        this.#problems.push({ code: 'not-a-mapping', message, path });
      }
    }
    return maps;
  }

  /** The values read from the first `max` maps, each with its path; omits items that cannot be read. */
  read<Value>(read: (placed: PlacedMap) => Value | undefined, max?: number): readonly Placed<Value>[] {
    return this.maps(max).flatMap((placed) => {
      const value = read(placed);
      return value === undefined ? [] : [{ value, path: placed.path }];
    });
  }

  /** The ids of the items after the first `max`. These are not read, and references to them are not reported. */
  idsBeyond(max: number): readonly string[] {
    return this.#values
      .slice(Math.max(0, max))
      .flatMap((entry) => (isJsonObject(entry) && typeof entry['id'] === 'string' ? [entry['id']] : []));
  }
}
