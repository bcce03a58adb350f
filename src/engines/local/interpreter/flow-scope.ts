import { inputFilesFolder } from '../../../execution-plan/default-file.ts';
import type { FlowPlan } from '../../../execution-plan/flow-plan.ts';
import { runSentences } from '../../../execution-plan/run-sentences.ts';
import type { ValueOf } from '../../../language/expressions/evaluate-condition.ts';
import { fillNames } from '../../../language/expressions/fill-value.ts';
import { environmentName, type Reference } from '../../../language/expressions/reference.ts';
import type { Template } from '../../../language/expressions/template.ts';
import { inputTypes, type InputTypeName } from '../../../language/input-types/input-types.ts';
import { maxTotalSize, maxValueSize } from '../../../language/safe-patterns/value-limits.ts';
import type { JsonValue } from '../../../text/json-value.ts';
import { utf8Size } from '../../../text/utf8-size.ts';
import type { InputFile, ScriptEnvironment } from './run-ports.ts';
import type { RunFailure, Stopped } from './stop-control.ts';

/** A value by its name in the environment, and its declared type. */
export interface NamedValue {
  readonly name: string;
  readonly type: InputTypeName;
  /** The name of a file, which conditions see instead of its path. */
  readonly filename?: string;
}

export interface FailedTask {
  readonly id: string;
  readonly failure: RunFailure;
}

/** The values of a running flow: its inputs, variables and the outputs of its tasks. A called flow has its own. */
export class FlowScope {
  readonly plan: FlowPlan;
  readonly parent: FlowScope | undefined;
  /** Every name that the flow declares, even without a value. */
  readonly names = new Set<string>();
  readonly inputs = new Map<string, NamedValue>();
  readonly outputs = new Map<string, ReadonlyMap<string, NamedValue>>();
  /** By the name in the environment. */
  readonly files = new Map<string, InputFile>();
  /** The workspace that the paths of files point to. */
  filesIn: string | undefined;
  /** Names whose values are secrets. */
  readonly secrets = new Set<string>();
  /** Problems with the values of the flow, which end it. */
  readonly problems: string[] = [];
  /** The messages of checks that do not end the flow. */
  readonly notes: string[] = [];
  /** The deadline of the remaining tasks, in milliseconds since 1970. */
  deadline: number | undefined;
  /** Why a task fails at the deadline; for a called flow, its caller may have set both. */
  timeoutMessage: string | undefined;
  /** Whether a stop ends only the final task that is running. */
  survivesStop = false;
  /** The last task that has failed, whether or not that ended its section. */
  failed: FailedTask | undefined;
  /** The stop that ended a final task. */
  stop: Stopped | undefined;
  /** The task that calls the flow, `build`, in a subflow `release/build`; undefined for the outermost flow. */
  readonly path: string | undefined;
  readonly #texts = new Map<string, string>();
  #bytes = 0;

  constructor(plan: FlowPlan, parent?: FlowScope, taskId?: string) {
    this.plan = plan;
    this.parent = parent;
    this.path = parent?.path === undefined ? taskId : `${parent.path}/${taskId}`;
  }

  /** The value of a name as text; an empty string without a value. */
  value(name: string): string {
    return this.#texts.get(name) ?? '';
  }

  hasValue(name: string): boolean {
    return this.#texts.has(name);
  }

  /** The variables of a script: no values of other flows, and no parameters of the execution. */
  get environment(): ScriptEnvironment {
    const hidden = new Set(this.names);
    for (let scope = this.parent; scope !== undefined; scope = scope.parent)
      for (const name of scope.names) hidden.add(name);
    const values = [...this.names].flatMap((name) => (this.hasValue(name) ? [[name, this.value(name)] as const] : []));
    return { hidden: [...hidden], values: new Map(values), settings: this.plan.environment };
  }

  /** Changes the paths of files in values to another workspace. */
  moveFiles(workspace: string): void {
    if (this.files.size === 0 || workspace === this.filesIn) return;
    const before = `${this.filesIn}/${inputFilesFolder}/`;
    for (const [name, text] of this.#texts)
      if (text.includes(before)) this.set(name, text.replaceAll(before, `${workspace}/${inputFilesFolder}/`));
    this.filesIn = workspace;
  }

  /**
   * Sets the text of a name. No script could start with larger values.
   * @returns why it cannot be set, as a clause after the name of the value
   */
  set(name: string, text: string): string | undefined {
    this.names.add(name);
    const size = utf8Size(text);
    const sum = this.#bytes + size - utf8Size(this.value(name));
    if (text.includes('\0')) return runSentences.nulCharacter;
    if (size > maxValueSize) return runSentences.valueTooLarge;
    if (sum > maxTotalSize) return runSentences.valuesTooLarge;
    this.#texts.set(name, text);
    this.#bytes = sum;
    return undefined;
  }

  /** Sets a value of the run, which is short and does not count. */
  setRunValue(name: string, text: string | undefined): void {
    this.names.add(name);
    if (text !== undefined && text !== '') this.#texts.set(name, text);
  }

  /** A template with the values of its references. */
  fill(template: Template): string {
    return fillNames(template, (name) => this.value(name)).join('');
  }

  /** The value of a reference for conditions, in its declared type. */
  readonly valueOf: ValueOf = (reference: Reference): JsonValue | undefined => {
    switch (reference.root) {
      case 'inputs':
        return this.#typed(this.inputs.get(reference.id));
      case 'variables':
        return this.hasValue(reference.name) ? this.value(reference.name) : undefined;
      case 'task_outputs':
        return this.#typed(this.outputs.get(reference.taskId)?.get(reference.field));
      case 'trigger':
        throw new TypeError(`A running flow has no delivery: ${environmentName(reference)}`);
      default: {
        const name = environmentName(reference);
        return this.hasValue(name) ? this.value(name) : undefined;
      }
    }
  };

  #typed(value: NamedValue | undefined): JsonValue | undefined {
    if (value === undefined) return undefined;
    return value.filename ?? typedValue(value.type, this.value(value.name));
  }
}

/** The value of a text in the environment, by its declared type. */
function typedValue(type: InputTypeName, text: string): JsonValue {
  const { form } = inputTypes[type];
  if (form === 'boolean') return text === 'true';
  return form === 'string' ? text : (JSON.parse(text) as JsonValue); // of every other form
}
