import type { JsonValue } from '../../../base/text/json-value.ts';
import { formInputId } from '../../../language/execution-plan/added-inputs.ts';
import { taskPath } from '../../../language/execution-plan/task-path.ts';
import type { ValueOf } from '../../../language/expressions/evaluate-condition.ts';
import { fillNames, joinTexts } from '../../../language/expressions/fill-value.ts';
import { environmentName, type Reference } from '../../../language/expressions/reference.ts';
import type { Template } from '../../../language/expressions/template.ts';
import { inputTypes, type InputTypeName } from '../../../language/input-types/input-types.ts';
import { maxTotalSize } from '../../../language/safe-patterns/value-limits.ts';
import type { FlowScope, NamedValue } from './flow-scope.ts';
import type { ScriptEnvironment, WorkPlace } from './run-ports.ts';
import type { StopControl } from './stop-control.ts';

/** The time until which tasks may run. */
export interface Deadline {
  /** Milliseconds, as `RunState.now`. */
  readonly at: number;
  /** Why a task fails then. */
  readonly message: string;
}

interface FrameParts {
  readonly scope: FlowScope;
  /** The path around the tasks, also that of an item: `deploy[eu-1]`; undefined for the outermost flow. */
  readonly path: string | undefined;
  readonly place: WorkPlace;
  /** The absolute path of the workspace of the place. */
  readonly workspace: string;
  readonly stops: StopControl;
  readonly deadline: Deadline | undefined;
  /** Whether a stop has ended the tasks; then a further one ends all final tasks. */
  readonly isStopped: boolean;
  /** Whether its tasks count in the limit of the execution. */
  readonly isCounted: boolean;
  /** Whether other tasks may run at the same time. */
  readonly isConcurrent: boolean;
}

/** What tasks that run one after another have in common. Each branch has its own, which is passed and never global. */
export class Frame {
  readonly #parts: FrameParts;

  constructor(parts: FrameParts) {
    this.#parts = parts;
  }

  with(changes: Partial<FrameParts>): Frame {
    return new Frame({ ...this.#parts, ...changes });
  }

  get scope(): FlowScope {
    return this.#parts.scope;
  }

  get path(): string | undefined {
    return this.#parts.path;
  }

  get place(): WorkPlace {
    return this.#parts.place;
  }

  get workspace(): string {
    return this.#parts.workspace;
  }

  get stops(): StopControl {
    return this.#parts.stops;
  }

  get deadline(): Deadline | undefined {
    return this.#parts.deadline;
  }

  get isStopped(): boolean {
    return this.#parts.isStopped;
  }

  get isCounted(): boolean {
    return this.#parts.isCounted;
  }

  get isConcurrent(): boolean {
    return this.#parts.isConcurrent;
  }

  /** The path of one of its tasks. */
  pathOf(taskId: string): string {
    return taskPath(this.path, taskId);
  }

  /** The value of a name as text; an empty string without a value. */
  value(name: string): string {
    const text = this.scope.text(name);
    return text === undefined ? '' : this.scope.textIn(this.workspace, text);
  }

  hasValue(name: string): boolean {
    return this.scope.text(name) !== undefined;
  }

  /** Sets a value as `FlowScope.set` does. */
  set(name: string, text: string): string | undefined {
    return this.scope.set(name, this.scope.textFrom(this.workspace, text));
  }

  /** The variables of a script: no values of other flows, and no parameters of the execution. */
  get environment(): ScriptEnvironment {
    const { names, callerNames, plan } = this.scope;
    const values = [...names].flatMap((name) => (this.hasValue(name) ? [[name, this.value(name)] as const] : []));
    return { hidden: [...names, ...callerNames], values: new Map(values), settings: plan.environment };
  }

  /** A template with the values of its references; cut off where it is longer than all values together may be. */
  fill(template: Template): string {
    return joinTexts(
      fillNames(template, (name) => this.value(name)),
      maxTotalSize,
    );
  }

  /** The value of a reference for conditions, in its declared type. */
  readonly valueOf: ValueOf = (reference: Reference): JsonValue | undefined => {
    switch (reference.root) {
      case 'inputs':
        return this.#typed(this.scope.flow.inputs.get(reference.id));
      case 'variables':
        return this.hasValue(reference.name) ? this.value(reference.name) : undefined;
      case 'task_outputs':
        return this.#typed(
          this.scope.output(reference.taskId, reference.field) ??
            // A file of a form.
            this.scope.flow.inputs.get(formInputId(reference.taskId, reference.field)),
        );
      case 'items':
      case 'item_index':
        return this.#typed(this.scope.item(environmentName(reference)));
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
