import type { AcceptedExecution } from '../../../lifecycle/execution-record.ts';

/**
 * Decides line by line whether to keep a line of a log; it must see every line, in order. A line that begins with none of
 * its `prefixes` changes nothing, so one call with an empty line decides about any number of them.
 */
export interface LinePicker {
  /** The prefixes of the lines that can change its decision. */
  readonly prefixes: readonly string[];
  /** @param line without its line break */
  take(line: string): boolean;
  /** An independent picker that continues from here. */
  copy(): LinePicker;
}

/** The tasks that call flows, as an execution's record has them. */
export type Calls = AcceptedExecution['calls'];

/** How an engine marks the output of each task in a log. */
export interface LogLines {
  /** Selects the output of one task and of those inside it. @param path of a task, or of an item: `deploy[eu-1]` */
  ofTask(path: string): LinePicker;
  /** Omits the output of tasks in called flows. */
  ofFlow(calls: Calls): LinePicker;
}
