import type { RunReport, TaskChange } from '../../engines/local/interpreter/run-ports.ts';
import { TaskList } from '../../engines/local/interpreter/task-list.ts';
import type { FlowPlan } from '../../execution-plan/flow-plan.ts';
import type { TaskProgress } from '../../execution-plan/task-state.ts';
import { taskSections, type TaskSection } from '../../language/flow/flow.ts';
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

/** Prints the output of tasks, with a heading for each, and remembers their states. */
export class TerminalReport implements RunReport {
  readonly #options: TerminalReportOptions;
  readonly #titles: ReadonlyMap<string, string>;
  readonly #tasks = new TaskList();

  constructor(options: TerminalReportOptions) {
    this.#options = options;
    this.#titles = titlesOf(options.plan);
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
    if (state === 'RUNNING') status.writeLog(`${marks.RUNNING} ${withoutControls(this.#titles.get(path) ?? path)}\n`);
    if (state === 'SKIPPED') status.writeLog(`${marks.SKIPPED} ${path}  skipped\n`);
  }

  log(text: string, path: string | undefined): void {
    const { log, status } = this.#options;
    if (path !== undefined) {
      log.writeLive(text);
      return;
    }
    this.endLog();
    status.write(text);
  }

  /** Ends the last line of the output of tasks where other text follows it. */
  endLog(): void {
    const { log, status } = this.#options;
    log.endLive({ isShared: log === status });
  }
}

/** The heading of each task, by path. */
function titlesOf(plan: FlowPlan, prefix = ''): ReadonlyMap<string, string> {
  const titles = new Map<string, string>();
  for (const section of taskSections) {
    for (const { task, title, work } of plan.sections[section]) {
      const path = `${prefix}${task.id}`;
      titles.set(path, `${path}  ${title}${suffixOf(section)}`);
      if (work.kind === 'call') for (const entry of titlesOf(work.plan, `${path}/`)) titles.set(...entry);
    }
  }
  return titles;
}

function suffixOf(section: TaskSection): string {
  return section === 'tasks' ? '' : ` (${section})`;
}
