/** A value as a template, with what is not quite the same. */
export interface WrittenValue {
  readonly text: string;
  readonly differs: readonly string[];
}
