import type { JsonObject } from '../../base/text/json-value.ts';
import type { FlowKey } from '../flow/flow-key.ts';
import { isNamed } from '../flow/type-names.ts';
import type { TaskTypeDocumentation } from '../task-types/task-registry.ts';
import { taskShapes, type TaskShapes } from './block-shapes.ts';
import type { FieldDeclaration, InputDeclaration } from './flow-names.ts';
import { FlowSchema } from './schema-view.ts';

/**
 * The facts that the service needs about the flow language of an installation. Plain data, which the API also returns.
 */
export interface LanguageFacts {
  /** `flowSchema`, or the answer of `GET /schemas/flow`. */
  readonly schema: JsonObject;
  /** The documentation of each task type, or the answer of `GET /transpiler/plugins`. */
  readonly taskTypes: readonly TaskTypeDocumentation[];
  /** Flows that others call, as far as they are known (`interfaceOf`). Default: none. */
  readonly calledFlow?: (flow: FlowKey) => CalledFlow | undefined;
}

/** The facts, prepared for looking things up. */
export interface FlowLanguage {
  readonly facts: LanguageFacts;
  readonly schema: FlowSchema;
  readonly shapes: TaskShapes;
}

export function prepareLanguage(facts: LanguageFacts): FlowLanguage {
  return { facts, schema: new FlowSchema(facts.schema), shapes: taskShapes(facts.taskTypes) };
}

/** The interface of a flow for its callers. */
export interface CalledFlow {
  readonly inputs: readonly InputDeclaration[];
  readonly outputs: readonly FieldDeclaration[];
}

/** The task type with this name, alias, or short form of one. */
export function taskTypeOf({ taskTypes }: LanguageFacts, name: string): TaskTypeDocumentation | undefined {
  return taskTypes.find((type) => isNamed(type, name));
}
