/** How large the JSON Schemas of a flow may be together when nothing else is set, in values as `schemaSize` counts (DESIGN 10). */
export const defaultSchemaValues = 2000;

/** What is left for the JSON Schemas of one document: what they cost does not depend on how they are divided among inputs. */
export class SchemaAllowance {
  readonly max: number;
  #used = 0;

  constructor(max = defaultSchemaValues) {
    this.max = max;
  }

  /** Whether there is room for a schema of this size; it is taken then. */
  takes(size: number): boolean {
    if (this.#used + size > this.max) return false;
    this.#used += size;
    return true;
  }
}
