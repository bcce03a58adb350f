import type { JsonObject, JsonValue } from '../../../base/text/json-value.ts';
import type { Flow } from '../../../language/flow/flow.ts';
import type { FileDescription } from '../../../language/inputs/file-description.ts';
import { isFile } from '../../../language/inputs/input.ts';
import type { InputValidation, InputViolation } from '../../../language/inputs/validate-inputs.ts';
import type { WorkOwner } from '../../../language/safe-patterns/bounded-runner.ts';
import type { RedisUploadRegister, Upload } from '../../../store/files/redis-upload-register.ts';
import type { ValidateInputs } from '../subflows/check-called-inputs.ts';

export interface FileCheck {
  /** The user that an upload must belong to; undefined if the user is unknown; then the reference is enough. */
  readonly user: string | undefined;
  readonly owner: WorkOwner;
  /** Files whose bytes are already here, by input id. */
  readonly here?: ReadonlyMap<string, FileDescription>;
  /** Whether a value may describe a file that is not uploaded yet, because nothing runs. */
  readonly mayDescribe?: boolean;
}

export interface FileValidation extends InputValidation {
  /** The uploads among the values, by input id. */
  readonly files: ReadonlyMap<string, FileDescription>;
}

/**
 * Checks values against the inputs of a flow, and those of file inputs against the uploads that they refer to. An
 * execution and a validation of its values agree because both use it (docs/reference/inputs.md).
 */
export class InputValidator {
  readonly #deps;

  constructor(deps: {
    readonly validate: ValidateInputs;
    /** Undefined if files cannot be uploaded. */
    readonly uploads?: Pick<RedisUploadRegister, 'find'>;
  }) {
    this.#deps = deps;
  }

  /** Returns every violation at once, in input order. @throws {AppError} too-busy, `store-unavailable` */
  async validate(flow: Flow, sent: JsonObject, check: FileCheck): Promise<FileValidation> {
    const files = await this.#describe(flow, sent, check);
    const values = { ...sent, ...Object.fromEntries(files) };
    const { violations, accepted, notices } = await this.#deps.validate(flow.inputs, values, check.owner);
    const found = violations.map((violation) => (files.has(violation.inputId) ? asSent(violation, sent) : violation));
    const rejected = flow.inputs.filter(isFile).flatMap(({ id, defaults }): readonly InputViolation[] => {
      const value = accepted.get(id);
      if (value === undefined || value === defaults || files.has(id)) return [];
      const message = this.#rejection(value, flow.namespace, check);
      return message === undefined ? [] : [{ inputId: id, message, providedValue: value }];
    });
    return { violations: inInputOrder(flow, [...found, ...rejected]), accepted, notices, files };
  }

  /** The facts about the files that the values refer to. */
  async #describe(
    { inputs, namespace }: Flow,
    sent: JsonObject,
    { here = new Map(), user }: FileCheck,
  ): Promise<ReadonlyMap<string, FileDescription>> {
    const isUsable = (upload: Upload | undefined): upload is Upload =>
      upload?.namespace === namespace && (user === undefined || upload.actor === user);
    const files = new Map<string, FileDescription>();
    for (const { id, defaults } of inputs.filter(isFile)) {
      const value = Object.hasOwn(sent, id) ? sent[id] : undefined;
      const isReference = typeof value === 'string' && value !== defaults;
      const upload = isReference ? await this.#deps.uploads?.find(value) : undefined;
      const file = here.get(id) ?? (isUsable(upload) ? upload : undefined);
      if (file !== undefined) files.set(id, { filename: file.filename, size: file.size, sha256: file.sha256 });
    }
    return files;
  }

  #rejection(value: JsonValue, namespace: string, { mayDescribe = false }: FileCheck): string | undefined {
    if (this.#deps.uploads === undefined) return 'Value must be a file of this machine';
    if (typeof value === 'string')
      return `Value is not a file that you uploaded for the namespace ${namespace} in the last 24 hours`;
    return mayDescribe
      ? undefined
      : 'Value must be the reference of an upload; {filename, size} is only for checking whether a file would be accepted';
  }
}

/** Shows the reference that was sent, or the name of the file. */
function asSent(violation: InputViolation, sent: JsonObject): InputViolation {
  const { inputId, providedValue } = violation;
  return { ...violation, providedValue: Object.hasOwn(sent, inputId) ? (sent[inputId] ?? null) : providedValue };
}

/** Violations of unknown inputs come last. */
export function inInputOrder({ inputs }: Flow, violations: readonly InputViolation[]): readonly InputViolation[] {
  const positions = new Map(inputs.map(({ id }, index) => [id, index]));
  const positionOf = ({ inputId }: InputViolation): number => positions.get(inputId) ?? inputs.length;
  return violations.toSorted((left, right) => positionOf(left) - positionOf(right));
}
