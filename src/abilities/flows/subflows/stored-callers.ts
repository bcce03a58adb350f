import type { Caller } from '../../../access/caller.ts';
import type { Problem } from '../../../base/problem/problem.ts';
import { flowName, type FlowKey } from '../../../language/flow/flow-key.ts';
import type { ValidatedFlow } from '../../../language/flow/flow.ts';
import type { TaskTypes } from '../../../language/flow/task-types.ts';
import { typesOfFlow } from '../../../language/flow/types-of-flow.ts';
import { countOf } from '../../../language/input-types/type-parts.ts';
import { isFile, isSecret } from '../../../language/inputs/input.ts';
import type { RedisPresetStore } from '../../../store/presets/redis-preset-store.ts';
import type { RedisRevisionStore } from '../../../store/revisions/redis-revision-store.ts';
import { calledFlow, callsOf, type LocatedCall } from '../../documents/subflow-calls.ts';
import type { FlowChecker } from '../check/flow-checker.ts';
import { checkCalledInputs, type ValidateInputs } from './check-called-inputs.ts';

/** A reader does not look at more, and each costs a read and a check. */
const maxChecked = 100;
const maxNamed = 10;

export interface CallersOptions {
  readonly caller: Caller;
  /** Flows that are about to be stored too, by `namespace/id`. */
  readonly coming?: ReadonlyMap<string, ValidatedFlow>;
}

/** The callers that one change leaves behind. */
interface Affected {
  readonly named: Set<string>;
  /** How many flows the user may not read. */
  hidden: number;
}

/** Finds the stored callers of a flow whose inputs do not fit its new revision. Its own triggers are part of its text. */
export class StoredCallers {
  readonly #deps;

  constructor(deps: {
    readonly store: Pick<RedisRevisionStore, 'links' | 'read'>;
    readonly presets: Pick<RedisPresetStore, 'list'>;
    readonly checker: FlowChecker;
    readonly taskTypes: TaskTypes;
    readonly validate: ValidateInputs;
  }) {
    this.#deps = deps;
  }

  /**
   * Warnings about the flows that call the latest revision, and the presets, whose values fitted the stored revision and
   * do not fit the new one. Flows that the user may not read are counted, not named.
   * @throws {AppError} `store-unavailable`, `too-busy`
   */
  async problems(flow: ValidatedFlow, options: CallersOptions): Promise<readonly Problem[]> {
    const previous = await this.#stored(flow, options);
    if (previous === undefined || JSON.stringify(previous.inputs) === JSON.stringify(flow.inputs)) return [];
    return [...(await this.#calls(flow, previous, options)), ...(await this.#presets(flow, previous))];
  }

  async #calls(flow: ValidatedFlow, previous: ValidatedFlow, options: CallersOptions): Promise<readonly Problem[]> {
    const [links] = await this.#deps.store.links([flow]);
    const calledBy = links?.calledBy ?? [];
    const affected = new Map<string, Affected>();
    for (const key of calledBy.slice(0, maxChecked)) {
      const calling = options.coming?.get(flowName(key)) ?? (await this.#stored(key, options));
      if (calling === undefined) continue;
      const isReadable = options.caller.may('read', key.namespace);
      for (const [message, tasks] of await this.#brokenCalls(calling, flow, previous, options)) {
        const found = affected.get(message) ?? { named: new Set<string>(), hidden: 0 };
        if (isReadable) found.named.add(`${flowName(key)} (${tasks.join(', ')})`);
        else found.hidden += 1;
        affected.set(message, found);
      }
    }
    const isAll = calledBy.length <= maxChecked;
    return [...affected].map(([message, { named, hidden }]) => ({
      code: 'callers-left-behind',
      message: `${message} ${listed('Flows that call the latest revision and do not fit', [...named], hidden)}${isAll ? '' : ` Only the first ${maxChecked} callers were checked.`}`,
      path: pathOf(flow),
      at: 'key',
    }));
  }

  /** Messages of problems that the calls of a flow do not have with the previous revision, each with the tasks. */
  async #brokenCalls(
    calling: ValidatedFlow,
    flow: ValidatedFlow,
    previous: ValidatedFlow,
    { caller }: CallersOptions,
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const { taskTypes, validate } = this.#deps;
    const view = { typeOf: typesOfFlow(calling), validate, owner: caller.key };
    const broken = new Map<string, readonly string[]>();
    for (const call of callsOf(calling, taskTypes).filter((each) => follows(each, flow))) {
      const known = new Set((await checkCalledInputs(call, previous, view)).map(({ message }) => message));
      for (const { message } of await checkCalledInputs(call, flow, view))
        if (!known.has(message)) broken.set(message, [...(broken.get(message) ?? []), call.task.id]);
    }
    return broken;
  }

  async #presets(flow: ValidatedFlow, previous: ValidatedFlow): Promise<readonly Problem[]> {
    const before = new Set(requiredInputs(previous));
    const required = requiredInputs(flow).filter((id) => !before.has(id));
    if (required.length === 0) return [];
    const presets = await this.#deps.presets.list(flow);
    return required.flatMap((id): Problem[] => {
      const names = presets.flatMap(({ inputs, name }) => (Object.hasOwn(inputs, id) ? [] : [name])).toSorted();
      if (names.length === 0) return [];
      const message = `The input "${id}" is new and required. ${listed('Presets that set no value for it', names, 0)}`;
      return [{ code: 'callers-left-behind', message, path: pathOf(flow), at: 'key' }];
    });
  }

  /** The latest revision; undefined if there is none that can be used. */
  async #stored(key: FlowKey, { caller }: CallersOptions): Promise<ValidatedFlow | undefined> {
    const found = await this.#deps.store.read(key);
    if (found === undefined || !('source' in found) || found.flow.deletion) return undefined;
    return (await this.#deps.checker.check(found.source, caller.key)).check.flow;
  }
}

function follows({ call, task }: LocatedCall, flow: FlowKey): boolean {
  return !task.disabled && call.revision === undefined && flowName(calledFlow(call)) === flowName(flow);
}

/** The inputs that a preset can set and a run must have, whatever the others are. */
function requiredInputs({ inputs }: ValidatedFlow): readonly string[] {
  return inputs
    .filter((input) => !isSecret(input) && !isFile(input))
    .filter(({ required, defaults, dependsOn }) => required && defaults === undefined && dependsOn === undefined)
    .map(({ id }) => id);
}

function pathOf({ inputs }: ValidatedFlow): Problem['path'] {
  return inputs.length === 0 ? [] : ['inputs'];
}

/** Such as `Flows that do not fit: a, b and 2 more; and 1 flow that you may not read.` */
function listed(start: string, names: readonly string[], hidden: number): string {
  const shown = names.slice(0, maxNamed).join(', ');
  const more = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : '';
  const unread = hidden === 0 ? '' : `${countOf(hidden, 'flow')} that you may not read`;
  return `${start}: ${[`${shown}${more}`, unread].filter((part) => part !== '').join('; and ')}.`;
}
