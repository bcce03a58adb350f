import { canBeHandedOver, mostSecretLines } from '../execution/build-plan.ts';
import { maskText } from '../execution/secret-mask.ts';
import type { ValidatedFlow } from '../flow/flow.ts';
import type { Input } from '../input/input.ts';
import type { InputValidation, InputViolation } from '../input/validate-inputs.ts';
import type { JsonObject } from '../problem/json-value.ts';
import { credentialNamed } from './credential-reference.ts';

/** Whether values may be run with: what the inputs say, and what only this installation knows (DESIGN 5). */
export class ExecutionInputs {
  readonly #validate: (inputs: readonly Input[], values: JsonObject) => Promise<InputValidation>;
  readonly #credentials: ReadonlySet<string>;

  /** @param credentials what a namespace may name in place of a secret, `<namespace>/<credential id>` */
  constructor(validate: (inputs: readonly Input[], values: JsonObject) => Promise<InputValidation>, credentials: readonly string[]) {
    this.#validate = validate;
    this.#credentials = new Set(credentials);
  }

  async validate(flow: ValidatedFlow, values: JsonObject): Promise<InputValidation> {
    const { violations, accepted } = await this.#validate(flow.inputs, values);
    const own = flow.inputs.flatMap((input) => this.#refusal(flow, input, accepted.get(input.id)) ?? []);
    return { violations: [...violations, ...own], accepted };
  }

  /** The secrets of an earlier execution that are not given again. */
  maskedOf(earlier: JsonObject, given: JsonObject): readonly InputViolation[] {
    const masked = Object.keys(earlier).filter((id) => earlier[id] === maskText && !Object.hasOwn(given, id));
    return masked.map((inputId) => ({ inputId, message: 'A secret is not kept; give it again', providedValue: null }));
  }

  #refusal({ namespace }: ValidatedFlow, { id, type }: Input, value: unknown): InputViolation | undefined {
    if (type === 'FILE' && value !== undefined) return { inputId: id, message: 'Files cannot be passed to executions of this installation', providedValue: null };
    if (type !== 'SECRET' || typeof value !== 'string') return undefined;
    const credential = credentialNamed(value);
    if (credential === undefined && !canBeHandedOver(value)) return { inputId: id, message: `Value must have at most ${mostSecretLines} different lines; Jenkins masks each as a secret of its own`, providedValue: maskText };
    if (credential === undefined || this.#credentials.has(`${namespace}/${credential}`)) return undefined;
    return { inputId: id, message: `Value names a credential that is not open to the namespace ${namespace}`, providedValue: maskText };
  }
}
