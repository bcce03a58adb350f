import { announcesStop } from '../../../src/jenkinsfile/build-description.ts';
import type { JsonObject } from '../../../src/problem/json-value.ts';

/**
 * What a build of the stand-in does instead of running Groovy. A pushed script can carry its own in a comment line,
 * `// stand-in: {"tasks": [...]}` (the description of a flow becomes such a line); else it is made from the script.
 */
export interface BuildPlan {
  readonly tasks: readonly PlannedTask[];
  /** Run at the end, also of a build that was stopped; a stop that comes then ends them. */
  readonly finally?: readonly PlannedTask[];
  /** What `.flowgate/outputs.json` holds after a build that did not fail. */
  readonly outputs?: JsonObject;
  /** Texts by path. */
  readonly artifacts?: Readonly<Record<string, string>>;
  /** Instead of the result that the tasks make. */
  readonly result?: 'SUCCESS' | 'UNSTABLE' | 'FAILURE';
  /** What it shows as its result until its log is complete. */
  readonly seemingResult?: 'SUCCESS' | 'UNSTABLE';
  /** The strongest call that the build does not react to. */
  readonly deafTo?: 'stop' | 'term';
  /** How many calls of `stop` Jenkins loses, as it does with one that meets the end of a step. */
  readonly losesStops?: number;
  /**
   * What it writes into its description when it has seen a stop, before a pause in which further ones have no effect. An
   * empty text for none, as older pipelines; what the script does when absent.
   */
  readonly stopLine?: 'stopping <time>' | '';
  /** It never gets beyond this step, as after a restart of Jenkins. */
  readonly standsIn?: string;
  /** The agent that it runs on is offline. */
  readonly agent?: 'offline';
  /** False where no node has the label that the build asks for. */
  readonly executor?: false;
  /** Script code that does not compile: the build fails before its guard. */
  readonly broken?: boolean;
}

export interface PlannedTask {
  /** As in the build's description: `build/image`. */
  readonly path: string;
  readonly milliseconds?: number;
  readonly outcome?: 'SUCCESS' | 'FAILED' | 'SKIPPED';
  /** A final task of a called flow, while which the build asks for no stop to be sent. */
  readonly isFinal?: boolean;
  /**
   * What it prints. `${NAME}` is what a task would find in its environment, with everything that Jenkins does to it;
   * `${params.NAME}` is what was sent; `${secret.NAME}` the secret text bound from FLOWGATE_SECRET_<NAME>.
   */
  readonly log?: string;
}

export function planOf(script: string, milliseconds: number): BuildPlan {
  const carried = /^\/\/ stand-in: (.*)$/m.exec(script)?.[1];
  if (carried !== undefined) return JSON.parse(carried) as BuildPlan; // written by a test
  const methods = script.matchAll(/^Map task_\d+_\w+\(\) \{[^]*?(?:\n    |\[)id: '([^']+)'/gm);
  return { tasks: [...methods].map(([, path = '']) => ({ path, milliseconds })) };
}

/** Whether a build writes the line `stopping`. */
export function writesStopLine(plan: BuildPlan, script: string): boolean {
  return plan.stopLine === undefined ? announcesStop(script) : plan.stopLine !== '';
}

/** The digest that a script carries and wants to see in FLOWGATE_DIGEST. */
export function digestOf(script: string): string | undefined {
  return /isWanted\('([0-9a-f]+)'\)/.exec(script)?.[1];
}
