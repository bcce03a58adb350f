import type { JsonObject } from '../../../src/problem/json-value.ts';

/**
 * What a build of the stand-in does instead of running Groovy. A pushed script can carry its own in a comment line,
 * `// stand-in: {"tasks": [...]}` (the description of a flow becomes such a line); else it is made from the script.
 */
export interface BuildPlan {
  readonly tasks: readonly PlannedTask[];
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
  /**
   * What it prints. `${NAME}` is what a task would find in its environment, with everything that Jenkins does to it;
   * `${params.NAME}` is what was sent; `${secret.NAME}` the secret text bound from FLOWGATE_SECRET_<NAME>.
   */
  readonly log?: string;
}

export function planOf(script: string, milliseconds: number): BuildPlan {
  const carried = /^\/\/ stand-in: (.*)$/m.exec(script)?.[1];
  if (carried !== undefined) return JSON.parse(carried) as BuildPlan; // written by a test
  const methods = script.matchAll(/^Map task_\d+_\w+\(\) \{[^]*?\n    id: '([^']+)'/gm);
  return { tasks: [...methods].map(([, path = '']) => ({ path, milliseconds })) };
}

/** The digest that a script carries and wants to see in FLOWGATE_DIGEST. */
export function digestOf(script: string): string | undefined {
  return /isWanted\('([0-9a-f]+)'\)/.exec(script)?.[1];
}
