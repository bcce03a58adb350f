import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../src/base/text/json-value.ts';
import type { PlanOptions, PlanSettings } from '../../src/language/execution-plan/plan-options.ts';
import { eachTask, taskSections, type ValidatedFlow } from '../../src/language/flow/flow.ts';
import type { TaskRegistry } from '../../src/language/task-types/task-registry.ts';

/** An execution of a flow, for both engines. */
export interface AgreementCase {
  readonly flow: ValidatedFlow;
  readonly taskTypes: TaskRegistry;
  readonly settings: PlanSettings;
  /** The flows that it may call. */
  readonly others?: readonly ValidatedFlow[];
  readonly inputs?: JsonObject;
  /** Contents by input id. */
  readonly files?: Readonly<Record<string, string>>;
  /** Milliseconds after which the execution is stopped. */
  readonly stopAfter?: number;
}

/** What an execution has come to; equal on both engines. */
export interface Outcome {
  readonly state: string;
  readonly reason: string | undefined;
  /** Path and state, in order of their starts. */
  readonly tasks: readonly string[];
  readonly outputs: unknown;
  /** SHA-256 by path. */
  readonly artifacts: Readonly<Record<string, string>>;
  /** The lines of the log, without those of tasks in blocks. */
  readonly log: readonly string[];
  /** The lines of each task in a block. */
  readonly blocks: Readonly<Record<string, readonly string[]>>;
}

/** The ids of the blocks of all flows. */
export function blockIds({ flow, others = [] }: AgreementCase): ReadonlySet<string> {
  const tasks = [flow, ...others].flatMap((each) => taskSections.flatMap((section) => each[section]));
  return new Set([...eachTask(tasks)].flatMap(({ id, control }) => (control === undefined ? [] : [id])));
}

/** The tasks of an outcome. With blocks, their order depends on which branch is faster. */
export function tasksOf(
  tasks: readonly { readonly path: string; readonly state: string }[],
  request: AgreementCase,
): readonly string[] {
  // A task of a call or a block that is retried has one entry.
  const last = new Map(tasks.map(({ path, state }) => [path, state]));
  const listed = [...last].map(([path, state]) => `${path} ${state}`);
  return blockIds(request).size === 0 ? listed : listed.toSorted();
}

/** With blocks, Jenkins prints tolerated failures without the name of the task, and this engine in the log of the task. */
export function comparable(lines: readonly string[], request: AgreementCase): readonly string[] {
  return blockIds(request).size === 0 ? lines : lines.filter((line) => line !== '' && !tolerated.test(line));
}

const tolerated = /^Task \S+ (?:failed: |timed out )/;

export function logsOf(
  texts: ReadonlyMap<string, string>,
  workspace: string,
): Readonly<Record<string, readonly string[]>> {
  // The numbers of scripts depend on which branch is faster, and messages have some in builds.
  const withoutNumbers = (text: string): string =>
    text.replaceAll(/(\.flowgate\/(?:scripts|branches)\/)[0-9a-f-]+/g, '$1');
  const lines = [...texts].map(([path, text]) => [path, linesOf(withoutNumbers(text), workspace)] as const);
  return Object.fromEntries(
    lines
      .map(([path, all]) => [path, all.filter((line) => line !== '' && !tolerated.test(line))] as const)
      .filter(([, all]) => all.length > 0)
      .toSorted(([left], [right]) => (left < right ? -1 : 1)),
  );
}

export function planOptions({ taskTypes, settings, others = [] }: AgreementCase): PlanOptions {
  return {
    taskTypes,
    settings,
    subflow: (call) => {
      const flow = others.find(({ namespace, id }) => namespace === call.namespace && id === call.flowId);
      return flow && { flow, revision: 1 };
    },
  };
}

/** The lines of a log, without the places where the engines work. */
export function linesOf(log: string, workspace: string): readonly string[] {
  return (
    log
      .replaceAll(workspace, '<workspace>')
      .replaceAll(/(\.flowgate\/scripts\/|build-)(?:[0-9a-f]{16}-)?(\d+)/g, '$1<$2>')
      .replaceAll(/(<workspace>@\w+)-[0-9a-f]{8}/g, '$1')
      .replaceAll(/^(curl: .* after )\d+( ms: )/gm, '$1<n>$2')
      .split('\n')
      // A shell reports it if a signal to all processes reaches the task first.
      .filter((line) => line !== 'Terminated')
  );
}

export function digestsIn(folder: string): Readonly<Record<string, string>> {
  if (!existsSync(folder)) return {};
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return sorted(
    Object.fromEntries(
      files.map(({ parentPath, name }) => {
        const path = join(parentPath, name);
        return [path.slice(folder.length + 1), createHash('sha256').update(readFileSync(path)).digest('hex')];
      }),
    ),
  );
}

export function sorted(record: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(record).toSorted(([left], [right]) => (left < right ? -1 : 1)));
}
