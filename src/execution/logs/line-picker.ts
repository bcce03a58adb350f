/**
 * Decides line by line whether to keep a line of a log; it must see every line, in order. A line that begins with none of
 * its `prefixes` changes nothing, so one call with an empty line decides about any number of them.
 */
export interface LinePicker {
  /** How the lines begin on which it may decide. */
  readonly prefixes: readonly string[];
  /** @param line without its line break */
  take(line: string): boolean;
  /** A picker that continues from here on its own. */
  copy(): LinePicker;
}

/** How an engine marks in a log which task has printed what. */
export interface LogLines {
  /** Selects what one task has printed, or the tasks that it calls. @param path in a subflow `build/image` */
  ofTask(path: string): LinePicker;
  /** Leaves out what the tasks of called flows have printed. */
  ofFlow(): LinePicker;
}
