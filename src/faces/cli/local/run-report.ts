import type { RunReport, TaskChange } from '../../../engines/local/interpreter/run-ports.ts';
import { TaskList } from '../../../engines/local/interpreter/task-list.ts';
import type { FlowPlan } from '../../../language/execution-plan/flow-plan.ts';
import { allPlanTasks } from '../../../language/execution-plan/plan-tasks.ts';
import { withoutItems } from '../../../language/execution-plan/task-path.ts';
import type { ItemCounts, TaskProgress } from '../../../language/execution-plan/task-state.ts';
import type { TaskSection } from '../../../language/flow/flow.ts';
import type { Printer } from '../printer.ts';
import { withoutControls } from '../terminal-text.ts';
import type { Marks } from './run-marks.ts';

export interface TerminalReportOptions {
  readonly plan: FlowPlan;
  /** Gets the output of tasks. */
  readonly log: Printer;
  /** Gets everything else. */
  readonly status: Printer;
  readonly marks: Marks;
}

/**
 * Prints the output of tasks, with a heading for each, and remembers their states. Where tasks run at the same time, a
 * heading says whose lines follow.
 */
export class TerminalReport implements RunReport {
  readonly #options: TerminalReportOptions;
  readonly #titles: ReadonlyMap<string, string>;
  readonly #tasks = new TaskList();
  /** The paths without items of tasks in blocks whose failures nothing else prints. */
  readonly #reported: ReadonlySet<string>;
  /** The task of the last heading. */
  #shown: string | undefined;

  constructor(options: TerminalReportOptions) {
    this.#options = options;
    this.#titles = titlesOf(options.plan);
    this.#reported = reportedFailures(options.plan);
  }

  /** In order of start. */
  get tasks(): readonly TaskProgress[] {
    return this.#tasks.all;
  }

  task(change: TaskChange): void {
    const { status, marks } = this.#options;
    const { path, state } = change;
    this.#tasks.note(change);
    this.endLog();
    const shown = withoutControls(path);
    if (state === 'RUNNING') {
      const title = this.#titles.get(withoutItems(path));
      status.writeLog(`${marks.RUNNING} ${shown}${title === undefined ? '' : `  ${withoutControls(title)}`}\n`);
      this.#shown = path;
    }
    if (state === 'FAILED' && change.reason !== undefined && this.#reported.has(withoutItems(path))) {
      this.#announce(path);
      status.writeLog(`${withoutControls(change.reason)}\n`);
    }
    if (state === 'SKIPPED') status.writeLog(`${marks.SKIPPED} ${shown}  skipped\n`);
  }

  items(path: string, counts: ItemCounts): void {
    this.#tasks.noteItems(path, counts);
  }

  log(text: string, path: string | undefined): void {
    const { log, status } = this.#options;
    if (path !== undefined) {
      this.#announce(path);
      log.writeLive(text);
      return;
    }
    this.endLog();
    status.write(text);
  }

  /** Says whose lines follow, if others were shown last. */
  #announce(path: string): void {
    if (path === this.#shown) return;
    const { status, marks } = this.#options;
    this.endLog();
    status.writeLog(`${marks.RUNNING} ${withoutControls(path)}\n`);
    this.#shown = path;
  }

  /** Ends the last line of the output of tasks where other text follows it. */
  endLog(): void {
    const { log, status } = this.#options;
    log.endLive({ isShared: log === status });
  }
}

/** The title of each task, by its path without items. */
function titlesOf(plan: FlowPlan): ReadonlyMap<string, string> {
  return new Map(
    [...allPlanTasks(plan)].map(({ plan: { title }, section, path }) => [path, `${title}${suffixOf(section)}`]),
  );
}

/** The engine logs tolerated failures, and the reason of the run has those of other tasks. */
function reportedFailures(plan: FlowPlan): ReadonlySet<string> {
  return new Set(
    [...allPlanTasks(plan)].flatMap(({ plan: { work, onFailure }, path }) =>
      work.kind !== 'block' && onFailure === undefined && path.includes('/') ? [path] : [],
    ),
  );
}

function suffixOf(section: TaskSection): string {
  return section === 'tasks' ? '' : ` (${section})`;
}
