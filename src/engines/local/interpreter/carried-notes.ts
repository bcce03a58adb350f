import type { CarriedTexts, KeptItems, NamedTexts } from '../../../store/executions/record/carried-texts.ts';
import type { FlowScope } from './flow-scope.ts';
import type { Frame } from './frame.ts';
import type { RunReport } from './run-ports.ts';

/** A loop of the outermost flow that has not succeeded. */
interface OpenLoop extends Pick<KeptItems, 'task'> {
  done(): NamedTexts;
}

/** Notes what the next segment, or a restart, would get from the tasks so far. */
export class CarriedNotes {
  readonly #report: RunReport;
  #loop: OpenLoop | undefined;

  constructor(report: RunReport) {
    this.#report = report;
  }

  /** @param frame around a task that has ended */
  taskEnded(frame: Frame): void {
    if (isOutermost(frame)) this.#announce(frame.scope);
  }

  /** An item of a loop has succeeded. @param frame around the loop */
  itemEnded(loop: OpenLoop, frame: Frame): void {
    if (!isOutermost(frame)) return;
    this.#loop = loop;
    this.#announce(frame.scope);
  }

  /** A loop has succeeded: after that, a restart at it runs all of its items. */
  loopEnded(loop: OpenLoop): void {
    if (this.#loop === loop) this.#loop = undefined;
  }

  /** Read later, because it can be large, and only some of its states are written. */
  #announce(scope: FlowScope): void {
    this.#report.carries?.((): CarriedTexts => {
      const loop = this.#loop;
      const outputs = scope.outputTexts;
      return loop === undefined ? { outputs } : { outputs, items: { task: loop.task, done: loop.done() } };
    });
  }
}

/** Whether the frame is that of the tasks at which a segment can begin. */
function isOutermost({ path, isCounted }: Frame): boolean {
  return path === undefined && isCounted;
}
