import type { RunReport, TaskChange } from '../../engines/local/interpreter/run-ports.ts';
import { TaskList } from '../../engines/local/interpreter/task-list.ts';
import type { FlowPlan } from '../../execution-plan/flow-plan.ts';
import { ownTasks } from '../../execution-plan/own-tasks.ts';
import { withoutItems } from '../../execution-plan/task-path.ts';
import type { TaskProgress } from '../../execution-plan/task-state.ts';
import type { TaskSection } from '../../language/flow/flow.ts';
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
  /** Whether tasks may print at the same time. */
  readonly #mixes: boolean;
  readonly #tasks = new TaskList();
  /** The task of the latest heading. */
  #printing: string | undefined;

  constructor(options: TerminalReportOptions) {
    this.#options = options;
    this.#titles = titlesOf(options.plan);
    this.#mixes = mayMix(options.plan);
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
    if (state === 'RUNNING') this.#writeHeading(path);
    if (state === 'SKIPPED') status.writeLog(`${marks.SKIPPED} ${withoutControls(path)}  skipped\n`);
  }

  log(text: string, path: string | undefined): void {
    const { log, status } = this.#options;
    if (path !== undefined) {
      if (path !== this.#printing && this.#mixes) {
        this.endLog();
        this.#writeHeading(path);
      }
      log.writeLive(text);
      return;
    }
    this.endLog();
    status.write(text);
  }

  #writeHeading(path: string): void {
    const { status, marks } = this.#options;
    const title = this.#titles.get(withoutItems(path));
    this.#printing = path;
    status.writeLog(`${marks.RUNNING} ${withoutControls(title === undefined ? path : `${path}  ${title}`)}\n`);
  }

  /** Ends the last line of the output of tasks where other text follows it. */
  endLog(): void {
    const { log, status } = this.#options;
    log.endLive({ isShared: log === status });
  }
}

/** The title of each task, by its path without the labels of items. */
function titlesOf(plan: FlowPlan, prefix = ''): ReadonlyMap<string, string> {
  const titles = new Map<string, string>();
  for (const { path: own, plan: task, section } of ownTasks(plan)) {
    const path = `${prefix}${own}`;
    titles.set(path, `${task.title}${suffixOf(section)}`);
    if (task.work.kind === 'call') for (const entry of titlesOf(task.work.plan, `${path}/`)) titles.set(...entry);
  }
  return titles;
}

function mayMix(plan: FlowPlan): boolean {
  return [...ownTasks(plan)].some(({ plan: { work } }) =>
    work.kind === 'call'
      ? mayMix(work.plan)
      : work.kind === 'block' && (work.block.kind === 'branches' || work.block.kind === 'loop'),
  );
}

function suffixOf(section: TaskSection): string {
  return section === 'tasks' ? '' : ` (${section})`;
}
