import type { JsonObject, JsonValue } from '../../base/text/json-value.ts';

/**
 * What the import of Jenkins jobs makes tasks from. A task module declares in `fromJenkins` how its type says a shape, so the import
 * names no task type. Strings are templates of flows; lists of tasks are finished tasks.
 */
export interface JenkinsShapes {
  /** Commands for a shell on the agent: either `commands`, one line each, or a `script`. No commands: it only keeps files. */
  readonly shell: ShellShape;
  /** The same in a container. */
  readonly container: ShellShape & {
    readonly image: string;
    readonly isAlwaysPulled?: boolean;
    readonly user?: string;
  };
  readonly message: { readonly text: string };
  readonly sequence: { readonly tasks: readonly JsonObject[] };
  readonly branches: { readonly tasks: readonly JsonObject[]; readonly failFast?: boolean };
  readonly choice: {
    readonly condition: string;
    readonly tasks: readonly JsonObject[];
    readonly otherwise?: readonly JsonObject[];
  };
  /** Once for each combination of the axes. */
  readonly matrix: {
    readonly axes: Readonly<Record<string, readonly string[]>>;
    readonly excludes: readonly Readonly<Record<string, string>>[];
    readonly tasks: readonly JsonObject[];
    readonly failFast?: boolean;
    readonly concurrency: number;
    /** The label of a combination, as a template. */
    readonly key: string;
  };
  /** A question for people. */
  readonly approval: {
    readonly message: string;
    readonly users?: readonly string[];
    readonly groups?: readonly string[];
    readonly inputs?: readonly JsonObject[];
  };
  /** A pause of less than a minute. */
  readonly pause: { readonly seconds: number };
  /** A call of another flow. */
  readonly call: {
    readonly namespace: string;
    readonly flowId: string;
    readonly inputs: JsonObject;
    readonly isAwaited: boolean;
  };
}

interface ShellShape {
  readonly commands?: readonly string[];
  readonly script?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly outputFiles?: readonly string[];
}

/** How a task type says each shape, as the properties of a task. */
export type FromJenkins = {
  readonly [Shape in keyof JenkinsShapes]?: (shape: JenkinsShapes[Shape]) => JsonObject;
};

/** The names of the shapes, in the order of `JenkinsShapes`. */
export const jenkinsShapeNames = Object.keys({
  shell: true,
  container: true,
  message: true,
  sequence: true,
  branches: true,
  choice: true,
  matrix: true,
  approval: true,
  pause: true,
  call: true,
} satisfies Record<keyof JenkinsShapes, true>);

/**
 * The arguments of a Jenkins step, such as `slackSend channel: '#ci', message: "Built ${params.VERSION}"`. A string is a template
 * of a flow; numbers, booleans, lists and maps are constants. A step with any other argument is not offered to task types.
 */
export interface JenkinsStepArguments {
  readonly positional: readonly JsonValue[];
  readonly named: Readonly<Record<string, JsonValue>>;
}

/**
 * How a task type says steps of Jenkins plugins, by the names of the steps, as the properties of a task. Undefined for arguments
 * without an exact counterpart: the step is then left to be mapped by hand.
 */
export type FromJenkinsSteps = Readonly<Record<string, (given: JenkinsStepArguments) => JsonObject | undefined>>;
