import { utf8Size } from '../../../base/text/utf8-size.ts';
import { inputFilesFolder } from '../../../language/execution-plan/default-file.ts';
import type { FlowPlan } from '../../../language/execution-plan/flow-plan.ts';
import { runSentences } from '../../../language/execution-plan/run-sentences.ts';
import type { InputTypeName } from '../../../language/input-types/input-types.ts';
import { maxTotalSize, maxValueSize } from '../../../language/safe-patterns/value-limits.ts';
import type { InputFile } from './run-ports.ts';
import type { RunFailure } from './stop-control.ts';

/** A value by its name in the environment, and its declared type. */
export interface NamedValue {
  readonly name: string;
  readonly type: InputTypeName;
  /** The name of a file, which conditions see instead of its path. */
  readonly filename?: string;
}

interface FailedTask {
  readonly id: string;
  readonly failure: RunFailure;
}

/** What all scopes of a running flow share. */
class FlowValues {
  readonly inputs = new Map<string, NamedValue>();
  /** By the name in the environment. */
  readonly files = new Map<string, InputFile>();
  /** The workspace that the paths of files in values point to. */
  filesIn: string | undefined;
  /** Names whose values are secrets. */
  readonly secrets = new Set<string>();
  /** Problems with the values of the flow, which end it. */
  readonly problems: string[] = [];
  /** The messages of checks that do not end the flow. */
  readonly notes: string[] = [];
  /** The last task that has failed, whether or not that ended its section. */
  failed: FailedTask | undefined;
}

/**
 * The values of a running flow: its inputs, variables and the outputs of its tasks. A called flow has its own. An item
 * of a loop and a pass have a scope around which is that of the block: they see its values, and it does not see theirs.
 */
export class FlowScope {
  readonly plan: FlowPlan;
  /** The scope of the task that calls the flow; undefined for the outermost flow. */
  readonly caller: FlowScope | undefined;
  readonly flow: FlowValues;
  readonly #outer: FlowScope | undefined;
  readonly #names = new Set<string>();
  readonly #outputs = new Map<string, ReadonlyMap<string, NamedValue>>();
  readonly #items = new Map<string, NamedValue>();
  readonly #texts = new Map<string, string>();
  #bytes = 0;

  private constructor(plan: FlowPlan, around: { readonly caller?: FlowScope; readonly outer?: FlowScope }) {
    this.plan = plan;
    this.caller = around.caller;
    this.#outer = around.outer;
    this.flow = around.outer?.flow ?? new FlowValues();
  }

  static of(plan: FlowPlan, caller?: FlowScope): FlowScope {
    return new FlowScope(plan, caller === undefined ? {} : { caller });
  }

  /** A scope for an item or a pass. */
  inner(): FlowScope {
    return new FlowScope(this.plan, { ...(this.caller !== undefined && { caller: this.caller }), outer: this });
  }

  /** The text of a name, with the paths of files in the first workspace; undefined without a value. */
  text(name: string): string | undefined {
    return this.#texts.get(name) ?? this.#outer?.text(name);
  }

  /** Every name that the scope and those around it declare, even without a value. */
  get names(): ReadonlySet<string> {
    return this.#outer === undefined ? this.#names : new Set([...this.#outer.names, ...this.#names]);
  }

  /** The names of the flows that call this one. */
  get callerNames(): ReadonlySet<string> {
    const { caller } = this;
    return caller === undefined ? new Set() : new Set([...caller.names, ...caller.callerNames]);
  }

  declare(name: string): void {
    this.#names.add(name);
  }

  output(taskId: string, field: string): NamedValue | undefined {
    return this.#outputs.get(taskId)?.get(field) ?? this.#outer?.output(taskId, field);
  }

  setOutputs(taskId: string, fields: ReadonlyMap<string, NamedValue>): void {
    this.#outputs.set(taskId, fields);
  }

  /** The texts of the outputs, by task and field. */
  get outputTexts(): ReadonlyMap<string, ReadonlyMap<string, string>> {
    const textsOf = (fields: ReadonlyMap<string, NamedValue>): ReadonlyMap<string, string> =>
      new Map([...fields].map(([field, { name }]) => [field, this.#texts.get(name) ?? '']));
    return new Map([...this.#outputs].map(([taskId, fields]) => [taskId, textsOf(fields)]));
  }

  /** Forgets what a task returned, before it may run again. */
  forgetOutputs(taskId: string): void {
    for (const { name } of this.#outputs.get(taskId)?.values() ?? []) {
      this.#bytes -= utf8Size(this.#texts.get(name) ?? '');
      this.#texts.delete(name);
    }
    this.#outputs.delete(taskId);
  }

  /** A value of an item, or its index, by the name in the environment. */
  item(name: string): NamedValue | undefined {
    return this.#items.get(name) ?? this.#outer?.item(name);
  }

  /** @returns why it cannot be set, as `set` does */
  setItem(value: NamedValue, text: string): string | undefined {
    this.#items.set(value.name, value);
    return this.set(value.name, text);
  }

  /**
   * Sets the text of a name. No script could start with larger values.
   * @returns why it cannot be set, as a clause after the name of the value
   */
  set(name: string, text: string): string | undefined {
    this.#names.add(name);
    const size = utf8Size(text);
    const growth = size - utf8Size(this.#texts.get(name) ?? '');
    if (text.includes('\0')) return runSentences.nulCharacter;
    if (size > maxValueSize) return runSentences.valueTooLarge;
    if (this.#totalBytes + growth > maxTotalSize) return runSentences.valuesTooLarge;
    this.#texts.set(name, text);
    this.#bytes += growth;
    return undefined;
  }

  get #totalBytes(): number {
    return this.#bytes + (this.#outer === undefined ? 0 : this.#outer.#totalBytes);
  }

  /** Gives a value, if there is one, a second name in the environment, which does not count. */
  nameAlso(name: string, also: string): void {
    this.#names.add(also);
    const text = this.#texts.get(name);
    if (text !== undefined) this.#texts.set(also, text);
  }

  /** Sets a value of the run, which is short and does not count. */
  setRunValue(name: string, text: string | undefined): void {
    this.#names.add(name);
    if (text !== undefined && text !== '') this.#texts.set(name, text);
  }

  /** A text with the paths of files in another workspace. */
  textIn(workspace: string, text: string): string {
    const { filesIn } = this.flow;
    return filesIn === undefined ? text : movedFiles(text, filesIn, workspace);
  }

  /** The opposite: a text from another workspace, as it is kept here. */
  textFrom(workspace: string, text: string): string {
    const { filesIn } = this.flow;
    return filesIn === undefined ? text : movedFiles(text, workspace, filesIn);
  }
}

function movedFiles(text: string, from: string, to: string): string {
  if (from === to) return text;
  return text.replaceAll(`${from}/${inputFilesFolder}/`, `${to}/${inputFilesFolder}/`);
}
