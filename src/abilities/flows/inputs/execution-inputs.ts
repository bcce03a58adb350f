import type { Caller } from '../../../access/caller.ts';
import { maskText } from '../../../base/masking/mask-text.ts';
import { canBeMasked, maxSecretLines } from '../../../base/masking/secret-lines.ts';
import { quoteShort } from '../../../base/problem/describe-value.ts';
import type { ReportedProblem } from '../../../base/problem/problem.ts';
import type { JsonObject, JsonValue } from '../../../base/text/json-value.ts';
import type { CalledSecretDefault } from '../../../language/execution-plan/called-secrets.ts';
import { flowName } from '../../../language/flow/flow-key.ts';
import type { ValidatedFlow } from '../../../language/flow/flow.ts';
import { namedCredential, secretReference } from '../../../language/input-types/secret-reference.ts';
import type { FileDescription } from '../../../language/inputs/file-description.ts';
import { isSecret, typeOf, type Input } from '../../../language/inputs/input.ts';
import type { InputViolation } from '../../../language/inputs/validate-inputs.ts';
import type { ExecutionRecord } from '../../../lifecycle/execution-record.ts';
import type { SecretReader } from '../../../store/secret-providers/secret-reader.ts';
import { invalidFlow } from '../check/flow-errors.ts';
import { notForAgents } from './agent-rules.ts';
import { inInputOrder, type FileValidation, type InputValidator } from './input-validator.ts';
import { readTexts, submittedTwice, type SubmittedInputs } from './submitted-inputs.ts';

/** The controller of an execution. */
export type ExecutionPlace = Pick<ExecutionRecord, 'controller'>;

interface ValidateOptions {
  /** Whether an agent sent the values, which may then only refer to secrets. */
  readonly isFromAgent?: boolean | undefined;
  readonly place?: ExecutionPlace;
}

interface SentValues {
  readonly accepted: ReadonlyMap<string, JsonValue>;
  readonly isSent: (input: Input) => boolean;
  readonly place: ExecutionPlace;
}

export interface ExecutionValidation extends FileValidation {
  /** The IDs of the secret and file inputs that use their default, which the record does not show. */
  readonly defaulted: readonly string[];
}

/**
 * Decides whether an execution may run with the given values: checks them against the inputs and against data of this
 * installation, such as uploads and credentials (docs/reference/inputs.md).
 */
export class ExecutionInputs {
  readonly #deps;

  constructor(deps: {
    readonly values: InputValidator;
    /** The credentials that namespaces may use as secrets where an execution runs, `<namespace>/<credential id>`. */
    readonly credentialsOf?: (place: ExecutionPlace) => readonly string[];
    /** Why a namespace may not use a reference; without it, none is read. */
    readonly references?: Pick<SecretReader, 'rejection'> | undefined;
  }) {
    this.#deps = deps;
  }

  /**
   * Returns every violation at once, in input order.
   * @param caller the user who runs the flow; uploads belong to users
   * @throws {AppError} too-busy
   */
  async validate(
    flow: ValidatedFlow,
    given: SubmittedInputs,
    caller: Caller,
    { isFromAgent = false, place = {} }: ValidateOptions = {},
  ): Promise<ExecutionValidation> {
    const { values: read, problems } = readTexts(flow.inputs, given.texts ?? new Map());
    const sent = { ...given.inputs, ...read };
    const here = given.files ?? new Map<string, FileDescription>();
    const { violations, accepted, notices, files } = await this.#deps.values.validate(flow, sent, {
      user: caller.subject,
      owner: caller.key,
      here,
    });
    const plain = isFromAgent ? notForAgents(flow.inputs, sent) : [];
    const early = [...submittedTwice(flow.inputs, given), ...problems, ...plain];
    const invalid = new Set(early.map(({ inputId }) => inputId));
    const found = violations.filter(({ inputId }) => !invalid.has(inputId));
    const isSent = ({ id }: Input): boolean => (Object.hasOwn(sent, id) && sent[id] !== null) || here.has(id);
    const own = this.#unusableSecrets(flow, { accepted, isSent, place }).filter(({ inputId }) => !invalid.has(inputId));
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

  /** The secrets among the values that no execution of the namespace can use. */
  #unusableSecrets(
    { inputs, namespace }: ValidatedFlow,
    { accepted, isSent, place }: SentValues,
  ): readonly InputViolation[] {
    return inputs.filter(isSecret).flatMap((input) => {
      const value = accepted.get(input.id);
      const message = typeof value === 'string' ? this.#secretRejection(namespace, value, place) : undefined;
      const providedValue = isSent(input) ? maskText : null;
      return message === undefined ? [] : [{ inputId: input.id, message, providedValue }];
    });
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

  /**
   * Checks the defaults of the secret inputs of called flows, which no earlier step has checked.
   * @throws {AppError} `flow-invalid` with the reasons that the caller may see
   */
  requireUsableDefaults(defaults: readonly CalledSecretDefault[], caller: Caller, place: ExecutionPlace): void {
    const problems = defaults.flatMap(({ flow, inputId, value }): ReportedProblem[] => {
      const reason = this.#secretRejection(flow.namespace, value, place);
      const message = caller.sees(flow.namespace)
        ? `The default of the input ${quoteShort(inputId)} of ${flowName(flow)} cannot be used: ${reason}.`
        : 'A default of a called flow cannot be used. To see which one, you need the right to read or execute in its namespace.';
      return reason === undefined ? [] : [{ code: 'invalid-default', severity: 'error', message, path: '' }];
    });
    if (problems.length > 0) throw invalidFlow(problems);
  }

  #secretRejection(namespace: string, value: string, place: ExecutionPlace): string | undefined {
    const reference = secretReference(value);
    if (reference !== undefined)
      return this.#deps.references === undefined ? undefined : this.#deps.references.rejection(namespace, reference);
    const credential = namedCredential(value);
    if (credential === undefined)
      return canBeMasked(value)
        ? undefined
        : `Value must have at most ${maxSecretLines} different lines; Jenkins masks each line as a separate secret`;
    if (this.#deps.credentialsOf === undefined)
      return 'Value names a credential of Jenkins, but the flow does not run on Jenkins; provide the secret itself, or name one that Flowgate reads, such as file:<name>';
    return this.#deps.credentialsOf(place).includes(`${namespace}/${credential}`)
      ? undefined
      : `Value names a credential that the namespace ${namespace} may not use`;
  }
}
