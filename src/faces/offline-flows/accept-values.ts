import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileRejection } from '../../abilities/files/file-rejection.ts';
import { ExecutionInputs } from '../../abilities/flows/inputs/execution-inputs.ts';
import { InputValidator } from '../../abilities/flows/inputs/input-validator.ts';
import { recordedInputs } from '../../abilities/records/recorded-inputs.ts';
import { evaluateChecks } from '../../abilities/runs/accept/evaluate-checks.ts';
import { Caller } from '../../access/caller.ts';
import { AppError } from '../../base/problem/app-error.ts';
import { messageOf } from '../../base/problem/message-of.ts';
import type { JsonObject, JsonValue } from '../../base/text/json-value.ts';
import { passedInputs, type PassedInputs } from '../../engines/local/interpreter/passed-inputs.ts';
import { calledSecretDefaults } from '../../language/execution-plan/called-secrets.ts';
import type { FlowPlan } from '../../language/execution-plan/flow-plan.ts';
import { PatternSearches } from '../../language/expressions/pattern-searches.ts';
import { flowName, type FlowKey } from '../../language/flow/flow-key.ts';
import type { ValidatedFlow } from '../../language/flow/flow.ts';
import { secretReference, type SecretReference } from '../../language/input-types/secret-reference.ts';
import type { FileDescription } from '../../language/inputs/file-description.ts';
import type { InputNotice } from '../../language/inputs/input-notice.ts';
import { isSecret } from '../../language/inputs/input.ts';
import { validateInputs, type InputViolation } from '../../language/inputs/validate-inputs.ts';
import { InThreadRunner } from '../../language/processes/in-thread-runner.ts';
import { ownWork } from '../../language/safe-patterns/bounded-runner.ts';
import type { CheckMessage } from '../../lifecycle/execution-record.ts';
import { FlowFilesError } from './flow-file.ts';

/** The values for a run, by input id. */
export interface RunValues {
  readonly inputs: JsonObject;
  /** Strings that are converted to the types of their inputs. */
  readonly texts?: ReadonlyMap<string, string>;
  /** Absolute paths of files. */
  readonly files?: ReadonlyMap<string, string>;
}

/** Reads the secret that a reference names. @throws {AppError} `secret-missing`, `secret-unavailable` */
export type ReadSecret = (flow: FlowKey, reference: SecretReference) => Promise<string>;

/** The values that a run starts with. */
export interface AcceptedValues {
  readonly passed: PassedInputs;
  /** In plain text: the secrets among the values, and those that called flows may use. */
  readonly secrets: readonly string[];
  /** As `PreparedExecution.named`. */
  readonly named: ReadonlyMap<string, string>;
  /** The values as a record shows them: with defaults, secrets masked, files as their descriptions. */
  readonly inputs: JsonObject;
  /** The messages of the checks that failed. */
  readonly messages: readonly CheckMessage[];
  /** About the values. */
  readonly notices: readonly InputNotice[];
  /** Why the run fails before its first task; undefined if it may run. */
  readonly failure?: string;
  /** The content of an input's file. */
  readonly openFile: (inputId: string) => Promise<Readable>;
}

/**
 * Decides whether a planned flow may run with the given values, by the rules of a gateway.
 * @param readSecret without it, references stand for themselves, as in tests
 * @returns the values, or every violation
 * @throws {AppError} `flow-disabled`; `flow-invalid` for an unusable default of a called flow; `execution-blocked`
 * @throws {FlowFilesError} if a file cannot be read
 */
export async function acceptValues(
  { flow, plan }: { readonly flow: ValidatedFlow; readonly plan: FlowPlan },
  { inputs, texts, files: paths = new Map() }: RunValues,
  readSecret?: ReadSecret,
): Promise<AcceptedValues | { readonly violations: readonly InputViolation[] }> {
  if (flow.disabled) throw new AppError('flow-disabled', `The flow ${flowName(flow)} is disabled and cannot be run.`);
  const runner = new InThreadRunner();
  const executionInputs = new ExecutionInputs({
    values: new InputValidator({
      validate: (declared, values, owner) => validateInputs(declared, values, { runner, owner }),
    }),
  });
  const rejected = [...paths].flatMap(([id, path]) => fileRejection(flow, id, basename(path)) ?? []);
  const described = await describeFiles(paths);
  const { violations, accepted, notices, files } = await executionInputs.validate(
    flow,
    { inputs, texts, files: described },
    user,
  );
  if (rejected.length > 0 || violations.length > 0) return { violations: [...rejected, ...violations] };
  const called = calledSecretDefaults(plan);
  executionInputs.requireUsableDefaults(called, user, {});
  const checks = await evaluateChecks(flow, accepted, new PatternSearches({ runner, owner: ownWork }));
  const values = new Map<string, JsonValue>([...accepted, ...(await withDigests(files, paths))]);
  const own = secretsOf(flow, values);
  const named = await readNamed([...[...own.values()].map((value) => ({ flow, value })), ...called], readSecret);
  const secretFor = (value: string): string => named.get(value) ?? value;
  const passed = new Map([...values, ...[...own].map(([id, value]) => [id, secretFor(value)] as const)]);
  return {
    ...checks,
    notices,
    passed: passedInputs(flow, passed),
    secrets: [...own.values(), ...called.map(({ value }) => value)].map(secretFor),
    named,
    inputs: recordedInputs(flow, values, files).inputs,
    openFile: async (inputId) => createReadStream(paths.get(inputId) ?? ''),
  };
}

const user = Caller.of({ subject: 'local', groups: [] }, undefined);

/** The secrets by input id. */
function secretsOf({ inputs }: ValidatedFlow, values: ReadonlyMap<string, JsonValue>): ReadonlyMap<string, string> {
  return new Map(
    inputs.filter(isSecret).flatMap(({ id }) => {
      const value = values.get(id);
      return typeof value === 'string' ? [[id, value] as const] : [];
    }),
  );
}

async function readNamed(
  secrets: readonly { readonly flow: FlowKey; readonly value: string }[],
  read: ReadSecret | undefined,
): Promise<ReadonlyMap<string, string>> {
  const named = new Map<string, string>();
  if (read === undefined) return named;
  for (const { flow, value } of secrets) {
    const reference = secretReference(value);
    if (reference !== undefined) named.set(value, await read(flow, reference));
  }
  return named;
}

/** Files with their names and sizes; their digests are computed once they are accepted. */
async function describeFiles(paths: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, FileDescription>> {
  const described = [...paths].map(async ([id, path]) => {
    const facts = await reading(path, () => stat(path));
    if (!facts.isFile()) throw new FlowFilesError(`cannot read ${path}: it is not a file.`);
    return [id, { filename: basename(path), size: facts.size, sha256: '' }] as const;
  });
  return new Map(await Promise.all(described));
}

async function withDigests(
  files: ReadonlyMap<string, FileDescription>,
  paths: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, FileDescription>> {
  const complete = new Map<string, FileDescription>();
  for (const [id, file] of files) {
    const path = paths.get(id) ?? '';
    const hash = createHash('sha256');
    await reading(path, () => pipeline(createReadStream(path), hash));
    complete.set(id, { ...file, sha256: hash.digest('hex') });
  }
  return complete;
}

async function reading<Result>(path: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw new FlowFilesError(`cannot read ${path}: ${messageOf(error)}.`, { cause: error });
  }
}
