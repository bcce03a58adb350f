import { AppError } from '../../../base/problem/app-error.ts';
import type { FlowPlan } from '../../../language/execution-plan/flow-plan.ts';
import type { Carried, SegmentStart } from '../../../language/execution-plan/segment.ts';

/** What a build gets, and the URL of its files. */
export interface SegmentBegin {
  readonly segment: SegmentStart;
  readonly carried: Carried;
  /** Undefined without files. */
  readonly url?: string;
}

/**
 * Where a build begins that gets the files of earlier ones. If it cannot download them, the task that has waited fails with
 * the reason, so that the error and final tasks still run.
 * @param urlOf @throws {AppError} `public-url-missing`
 * @throws the error if other tasks would run without the files
 */
export function withKeptFiles(
  segment: SegmentStart,
  carried: Carried,
  { plan, urlOf }: { readonly plan: FlowPlan; readonly urlOf: () => string },
): SegmentBegin {
  if (carried.files.length === 0) return { segment, carried };
  try {
    return { segment, carried, url: urlOf() };
  } catch (error) {
    const { from, ended } = segment;
    const isTolerated = plan.sections.tasks.some(({ task, onFailure }) => task.id === from && onFailure !== undefined);
    if (!(error instanceof AppError) || ended === undefined || (isTolerated && ended.state !== 'KILLED')) throw error;
    const failed = { state: 'FAILED', reason: error.message.replace(/\.$/, '') } as const;
    return {
      segment: { ...segment, ended: ended.state === 'SUCCESS' ? failed : ended },
      carried: { ...carried, files: [] },
    };
  }
}
