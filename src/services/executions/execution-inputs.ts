import type { Caller } from '../../access/caller.ts';
import { canBeHandedOver, maxSecretLines } from '../../execution/builds/build-plan.ts';
import type { ExecutionRecord } from '../../execution/record/execution-record.ts';
import type { FileDescription } from '../../store/files/file-description.ts';
import type { UploadRegister } from '../../store/files/upload-register.ts';
import { flowName } from '../../language/flow/flow-key.ts';
import type { ValidatedFlow } from '../../language/flow/flow.ts';
import { type Input, isFile, isSecret, typeOf } from '../../language/inputs/input.ts';
import type { InputValidation, InputViolation } from '../../language/inputs/validate-inputs.ts';
import type { CalledSecretDefault } from '../../plan/called-secrets.ts';
import { quoteShort } from '../../problem/describe-value.ts';
import type { JsonObject, JsonValue } from '../../problem/json-value.ts';
import type { ReportedProblem } from '../../problem/problem.ts';
import { namedCredential } from '../../masking/named-credential.ts';
import { maskText } from '../../masking/mask-text.ts';
import { invalidFlow } from '../flows/flow-errors.ts';
import type { ValidateInputs } from '../subflows/check-called-inputs.ts';
import { submittedTwice, readTexts, type SubmittedValues } from './submitted-values.ts';

export interface ExecutionInputsDeps {
  readonly validate: ValidateInputs;
  /** Absent if files cannot be uploaded. */
  readonly uploads?: Pick<UploadRegister, 'find'>;
  /** The credentials that a namespace may use as secrets, `<namespace>/<credential id>`; absent without a Jenkins. */
  readonly credentials?: readonly string[];
}

export interface ExecutionValidation extends InputValidation {
  /** The accepted values that are uploads, by input ID. */
  readonly files: ReadonlyMap<string, FileDescription>;
  /** The IDs of the secret and file inputs that use their default, which the record does not show. */
  readonly defaulted: readonly string[];
}

/**
 * Decides whether an execution may run with the given values: checks them against the inputs and against what only this
 * installation knows, such as uploads and credentials (docs/reference/inputs.md).
 */
export class ExecutionInputs {
  readonly #deps: ExecutionInputsDeps;
  readonly #credentials: ReadonlySet<string> | undefined;

  constructor(deps: ExecutionInputsDeps) {
    this.#deps = deps;
    this.#credentials = deps.credentials && new Set(deps.credentials);
  }

  /**
   * Returns every violation at once, in input order.
   * @param caller the user who runs the flow; uploads belong to users
   * @throws {AppError} too-busy
   */
  async validate(flow: ValidatedFlow, given: SubmittedValues, caller: Caller): Promise<ExecutionValidation> {
    const { values: read, problems } = readTexts(flow.inputs, given.texts ?? new Map());
    const sent = { ...given.inputs, ...read };
    const files = await this.#files(flow, sent, given.files ?? new Map(), caller.subject);
    const { violations, accepted, notices } = await this.#deps.validate(
      flow.inputs,
      { ...sent, ...Object.fromEntries(files) },
      caller.key,
    );
    const early = [...submittedTwice(given), ...problems];
    const invalid = new Set(early.map(({ inputId }) => inputId));
    const found = violations
      .filter(({ inputId }) => !invalid.has(inputId))
      .map((violation) => (files.has(violation.inputId) ? asSent(violation, sent) : violation));
    const isSent = ({ id }: Input): boolean => (Object.hasOwn(sent, id) && sent[id] !== null) || files.has(id);
    const own = flow.inputs.flatMap((input) => {
      const message = this.#rejection(flow, input, accepted.get(input.id), files);
      return message === undefined
        ? []
        : [{ inputId: input.id, message, providedValue: isSent(input) ? shown(input, accepted) : null }];
    });
    const defaulted = flow.inputs.filter(
      (input) => typeOf(input).role !== 'value' && accepted.has(input.id) && !isSent(input),
    );
    return {
      violations: inInputOrder(flow, [...early, ...found, ...own]),
      accepted,
      notices,
      files: new Map([...files].filter(([inputId]) => accepted.has(inputId))),
      defaulted: defaulted.map(({ id }) => id),
    };
  }

  /** The secrets of an earlier execution that must be given again; defaults are not among them. */
  missingSecrets(
    { inputs: earlier, defaulted = [] }: Pick<ExecutionRecord, 'inputs' | 'defaulted'>,
    given: JsonObject,
  ): readonly InputViolation[] {
    const masked = Object.keys(earlier).filter(
      (id) => earlier[id] === maskText && !Object.hasOwn(given, id) && !defaulted.includes(id),
    );
    return masked.map((inputId) => ({
      inputId,
      message: 'Secrets are not stored; provide the value again',
      providedValue: null,
    }));
  }

  /** The facts about the files that the values refer to. */
  async #files(
    { inputs, namespace }: ValidatedFlow,
    values: JsonObject,
    here: ReadonlyMap<string, FileDescription>,
    actor: string,
  ): Promise<ReadonlyMap<string, FileDescription>> {
    const files = new Map<string, FileDescription>();
    for (const { id, defaults } of inputs.filter(isFile)) {
      const value = Object.hasOwn(values, id) ? values[id] : undefined;
      const upload =
        typeof value === 'string' && value !== defaults ? await this.#deps.uploads?.find(value) : undefined;
      const file = here.get(id) ?? (upload?.actor === actor && upload.namespace === namespace ? upload : undefined);
      if (file !== undefined) files.set(id, { filename: file.filename, size: file.size, sha256: file.sha256 });
    }
    return files;
  }

  /**
   * Checks the defaults of the secret inputs of called flows, which no earlier step has checked.
   * @throws {AppError} `flow-invalid` with the reasons they cannot be used, as far as the caller may see them
   */
  demandUsableDefaults(defaults: readonly CalledSecretDefault[], caller: Caller): void {
    const problems = defaults.flatMap(({ flow, inputId, value }): ReportedProblem[] => {
      const reason = this.#secretRejection(flow.namespace, value);
      const message = caller.sees(flow.namespace)
        ? `The default of the input ${quoteShort(inputId)} of ${flowName(flow)} cannot be used: ${reason}.`
        : 'A default of a called flow cannot be used. To see which one, you need the right to read or execute in its namespace.';
      return reason === undefined ? [] : [{ code: 'invalid-default', severity: 'error', message, path: '' }];
    });
    if (problems.length > 0) throw invalidFlow(problems);
  }

  #rejection(
    { namespace }: ValidatedFlow,
    input: Input,
    value: JsonValue | undefined,
    files: ReadonlyMap<string, FileDescription>,
  ): string | undefined {
    if (isFile(input) && value !== undefined && value !== input.defaults && !files.has(input.id))
      return fileRejection(value, namespace, this.#deps.uploads !== undefined);
    return isSecret(input) && typeof value === 'string' ? this.#secretRejection(namespace, value) : undefined;
  }

  #secretRejection(namespace: string, value: string): string | undefined {
    const credential = namedCredential(value);
    if (credential === undefined)
      return canBeHandedOver(value)
        ? undefined
        : `Value must have at most ${maxSecretLines} different lines; Jenkins masks each line as a separate secret`;
    if (this.#credentials === undefined)
      return 'Value names a credential of Jenkins, but the flow does not run on Jenkins; provide the secret itself';
    return this.#credentials.has(`${namespace}/${credential}`)
      ? undefined
      : `Value names a credential that the namespace ${namespace} may not use`;
  }
}

function shown(input: Input, accepted: ReadonlyMap<string, JsonValue>): JsonValue {
  return isSecret(input) ? maskText : (accepted.get(input.id) ?? null);
}

function fileRejection(value: JsonValue, namespace: string, canUpload: boolean): string {
  if (!canUpload) return 'Value must be a file of this machine';
  if (typeof value !== 'string')
    return 'Value must be the reference of an upload; {filename, size} is only for checking whether a file would be accepted';
  return `Value is not a file that you uploaded for the namespace ${namespace} in the last 24 hours`;
}

/** Shows the reference that was sent, or the name of the file. */
function asSent(violation: InputViolation, sent: JsonObject): InputViolation {
  const { inputId, providedValue } = violation;
  return { ...violation, providedValue: Object.hasOwn(sent, inputId) ? (sent[inputId] ?? null) : providedValue };
}

function inInputOrder({ inputs }: ValidatedFlow, violations: readonly InputViolation[]): readonly InputViolation[] {
  const positions = new Map(inputs.map(({ id }, index) => [id, index]));
  const positionOf = ({ inputId }: InputViolation): number => positions.get(inputId) ?? inputs.length;
  return violations.toSorted((left, right) => positionOf(left) - positionOf(right));
}
