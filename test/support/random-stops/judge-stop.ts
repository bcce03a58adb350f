import type { ShownExecution } from '../flowgate-on-controller.ts';
import { isMainTask } from './stopped-flows.ts';

/** Max duration of a stop, in seconds: after that no task outside `errors` and `finally` may be running. */
export const maxStop = 15;

/** The facts about an execution that was stopped. */
export interface StoppedExecution {
  /** When the stop was sent, in milliseconds since 1970. */
  readonly pressedAt: number;
  /** Its final record; undefined if it did not end in time. */
  readonly execution: ShownExecution | undefined;
  /** The log in Jenkins; empty if there was no build. */
  readonly console: string;
}

/** Times are seconds after the stop was sent, 0 for events before it. */
export interface StopJudgement {
  /** How the stop was not obeyed; empty if it was. */
  readonly disobeyed: readonly string[];
  /** How `finally` did not run exactly once and completely; empty if it did. */
  readonly finallyProblems: readonly string[];
  /** When the last task outside `errors` and `finally` began. */
  readonly lastStart: number;
  /** When the last one of them last showed activity. */
  readonly quiet: number;
  /** When the execution ended; undefined if it did not. */
  readonly ended: number | undefined;
}

/** A line that a task printed. */
interface Mark {
  readonly section: string;
  /** `flow`, or the call that runs. */
  readonly scope: string;
  readonly name: string;
  readonly at: number;
}

export function judgeStop({ pressedAt, execution, console }: StoppedExecution): StopJudgement {
  const marks = readMarks(console);
  const mainMarks = marks.filter(({ section }) => section === 'main');
  const mainTasks = (execution?.tasks ?? []).filter(({ path }) => isMainTask(path));
  const after = (times: readonly number[]) => (Math.max(pressedAt, ...times) - pressedAt) / 1000;
  const firstMarks = new Map(mainMarks.toReversed().map((mark) => [`${mark.scope} ${mark.name}`, mark.at]));
  const lastStart = after([...mainTasks.map(({ startedAt }) => Date.parse(startedAt)), ...firstMarks.values()]);
  const quiet = after([
    ...mainTasks.flatMap(({ startedAt, endedAt }) => Date.parse(endedAt ?? startedAt)),
    ...mainMarks.map(({ at }) => at),
  ]);
  const ended = execution?.endedAt === undefined ? undefined : after([Date.parse(execution.endedAt)]);
  const disobeyed = [
    ...stateProblems(execution, pressedAt),
    ...(quiet > maxStop ? [`a task ran until ${quiet.toFixed(1)} s after the stop`] : []),
  ];
  const hasBegun = mainMarks.length > 0 || mainTasks.length > 0;
  return { disobeyed, finallyProblems: finallyProblems(marks, hasBegun), lastStart, quiet, ended };
}

function stateProblems(execution: ShownExecution | undefined, pressedAt: number): string[] {
  if (execution === undefined) return ['it did not end'];
  // A stop during the `errors` of a failed execution does not change the failure.
  const hadFailed = (execution.tasks ?? []).some(
    ({ path, startedAt }) => path.startsWith('repair') && Date.parse(startedAt) <= pressedAt,
  );
  const isStopped = execution.state === 'KILLED' || (hadFailed && execution.state === 'FAILED');
  return isStopped
    ? []
    : [`it ended as ${execution.state}${execution.reason === undefined ? '' : `: ${execution.reason}`}`];
}

/** Each flow whose tasks began must run its `finally` once; one in which no task began may skip it. */
function finallyProblems(marks: readonly Mark[], hasBegun: boolean): string[] {
  return [...new Set(['flow', ...marks.map(({ scope }) => scope)])].flatMap((scope) => {
    const own = marks.filter((mark) => mark.scope === scope);
    const mustRun = scope === 'flow' ? hasBegun : own.some(({ section }) => section === 'main');
    const counts = ['clean-begins', 'clean-ends', 'last'].map(
      (name) => own.filter((mark) => mark.section === 'finally' && mark.name === name).length,
    );
    const isFine = counts.every((count) => count === 1) || (!mustRun && counts.every((count) => count === 0));
    return isFine
      ? []
      : [
          `finally of ${scope} began ${counts[0]} times and ended ${counts[1]} times, its second task ran ${counts[2]} times`,
        ];
  });
}

function readMarks(console: string): Mark[] {
  return [...console.matchAll(/^mark (main|errors|finally) (\S+) (\S+) (\d+)$/gm)].map(
    ([, section = '', scope = '', name = '', at]) => ({ section, scope, name, at: Number(at) }),
  );
}
