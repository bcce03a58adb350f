import type { Problem } from '../../base/problem/problem.ts';
import type { JsonObject } from '../../base/text/json-value.ts';
import { parseTemplate } from '../expressions/parse-template.ts';
import { templateReferences } from '../expressions/references-of.ts';
import type { Variable } from './flow.ts';
import type { FlowOutline, TaskTypes } from './task-types.ts';

/** What all task types contribute to one flow. */
export interface Contributions {
  readonly variables: readonly Variable[];
  /** Ids of inputs that tasks read without a reference. */
  readonly usedInputs: ReadonlySet<string>;
  /** Names of settings that tasks see as environment variables. */
  readonly settings: readonly string[];
  /** Tasks that run first, as an author would write them. */
  readonly tasks: readonly JsonObject[];
  readonly problems: readonly Problem[];
}

export function collectContributions({ contributions }: TaskTypes, outline: FlowOutline): Contributions {
  const all = contributions(outline);
  return {
    variables: all.flatMap(({ variables = {} }) =>
      Object.entries(variables).map(([name, text]) => ({ name, text, value: parseTemplate(text).template })),
    ),
    usedInputs: new Set(all.flatMap(({ usedInputs = [] }) => usedInputs)),
    settings: [...new Set(all.flatMap(({ settings = [] }) => settings))],
    tasks: all.flatMap(({ tasks = [] }) => tasks),
    problems: all.flatMap(({ problems = [] }) => problems),
  };
}

/**
 * The declared variables of a flow and those contributed variables that it does not declare, each after the variables
 * that it refers to and before those that may refer to it.
 */
export function withContributed(declared: readonly Variable[], contributed: readonly Variable[]): readonly Variable[] {
  const variables = [...declared];
  for (const variable of contributed) {
    if (variables.some(({ name }) => name === variable.name)) continue;
    const needed = new Set(
      templateReferences(variable.value).flatMap(({ reference }) =>
        reference.root === 'variables' ? [reference.name] : [],
      ),
    );
    variables.splice(variables.findLastIndex(({ name }) => needed.has(name)) + 1, 0, variable);
  }
  return variables;
}
