import type { JsonObject } from '../../../src/base/text/json-value.ts';
import { announcesStop } from '../../../src/engines/jenkins/jenkinsfile/build-description.ts';

/**
 * What a build of the stand-in does instead of running Groovy. A pushed script can contain a plan in a comment line,
 * `// stand-in: {"tasks": [...]}` (the description of a flow becomes such a line); otherwise it is derived from the
 * script.
 */
export interface BuildPlan {
  readonly tasks: readonly PlannedTask[];
  /** Run at the end, even of a build that was stopped; a stop during them ends them. */
  readonly finally?: readonly PlannedTask[];
  /** The content of `.flowgate/outputs.json` after a build that did not fail. */
  readonly outputs?: JsonObject;
  /** Contents by path. */
  readonly artifacts?: Readonly<Record<string, string>>;
  readonly waits?: readonly PlannedWait[];
  /** What a build leaves that has failed or was stopped, as `leaves` of a wait. */
  readonly keeps?: JsonObject;
  /** What the pipeline-rest-api plugin says about its stages; undefined for a Jenkins without it. */
  readonly stages?: readonly { readonly name: string; readonly status: string; readonly durationMillis: number }[];
  /** Overrides the result of the tasks. */
  readonly result?: 'SUCCESS' | 'UNSTABLE' | 'FAILURE';
  /** The result that it shows until its log is complete. */
  readonly seemingResult?: 'SUCCESS' | 'UNSTABLE';
  /** The strongest stop that the build does not react to. */
  readonly deafTo?: 'stop' | 'term';
  /** How many `stop` calls Jenkins loses, as it does when one arrives at the end of a step. */
  readonly losesStops?: number;
  /**
   * What it writes into its description when it has seen a stop, before a pause in which further stops have no effect.
   * An empty string for nothing, as in older pipelines; by default what the script does.
   */
  readonly stopLine?: 'stopping <time>' | '';
  /** Jenkins has crashed between creating the first build of the job and starting its pipeline. */
  readonly losesFirst?: true;
  /** It gets stuck in this step, as after a restart of Jenkins. */
  readonly standsIn?: string;
  /** The frame of the step in which it gets stuck, and what contains it, as Jenkins shows them. */
  readonly standsAt?: readonly string[];
  /** The agent that it runs on is offline. */
  readonly agent?: 'offline';
  /** False if no agent has the label that the build requires. */
  readonly executor?: false;
  /** Script code that does not compile: the build fails before its guard. */
  readonly broken?: boolean;
}

/** A task, among `tasks`, at which a build ends that does not begin there or after it. */
export interface PlannedWait {
  readonly task: string;
  /** `.flowgate/segment.json`, undefined for nothing. */
  readonly leaves?: JsonObject;
  /** Contents by path, of that build. */
  readonly artifacts?: Readonly<Record<string, string>>;
}

export interface PlannedTask {
  /** As in the build's description: `build/image`. */
  readonly path: string;
  readonly milliseconds?: number;
  readonly outcome?: 'SUCCESS' | 'FAILED' | 'SKIPPED';
  /** What the build says if it failed; by default that its script ended with status 1. */
  readonly failure?: string;
  /** A final task of a called flow, during which the build asks not to be stopped. */
  readonly isFinal?: boolean;
  /**
   * What it prints. `${NAME}` is what a task would find in its environment, with all of Jenkins' changes;
   * `${params.NAME}` is what was sent; `${secret.NAME}` the secret text bound from FLOWGATE_SECRET_<NAME>.
   */
  readonly log?: string;
}

export function planOf(script: string, milliseconds: number): BuildPlan {
  const carried = /^\/\/ stand-in: (.*)$/m.exec(script)?.[1];
  if (carried !== undefined) return JSON.parse(carried) as BuildPlan; // written by a test
  const settings = script.matchAll(
    /^(?:Map task_(\d+)\((?:Map frame)?\) \{[^]*?return| *case (\d+): return) \[\s*id: '([^']+)'/gm,
  );
  const paths = new Map([...settings].map(([, own, grouped, path = '']) => [Number(own ?? grouped), path]));
  const numbers = [...paths.keys()].toSorted((one, other) => one - other);
  return { tasks: numbers.map((number) => ({ path: paths.get(number)!, milliseconds })) };
}

/** Whether a build writes the line `stopping`. */
export function writesStopLine(plan: BuildPlan, script: string): boolean {
  return plan.stopLine === undefined ? announcesStop(script) : plan.stopLine !== '';
}

export function neverStarts({ plan, number }: { readonly plan: BuildPlan; readonly number: number }): boolean {
  return plan.losesFirst === true && number === 1;
}

/** The digest that a script contains and expects in FLOWGATE_DIGEST. */
export function digestOf(script: string): string | undefined {
  return /mayRun\('([0-9a-f]+)'\)/.exec(script)?.[1];
}
