import type { ExecutionRecord } from '../../../execution/record/execution-record.ts';
import { inputOfFileSecret, isCalledSecret } from '../../../execution/record/secret-names.ts';
import { inputVariable } from '../../../language/expressions/reference.ts';
import { isFile, isSecret, type Input } from '../../../language/inputs/input.ts';
import { safeFileName } from '../../../language/inputs/safe-file-name.ts';
import { environmentText } from '../../../language/inputs/text-conversion.ts';
import { namedCredential } from '../../../masking/named-credential.ts';
import { isFileDescription } from '../../../store/files/file-description.ts';
import type { JsonValue } from '../../../text/json-value.ts';
import type { EngineWorkDeps } from '../../engine.ts';
import type { CalledDefault } from '../jenkinsfile/called-defaults.ts';
import { fileParameter, protocolParameters, secretParameter } from '../jenkinsfile/job-parameter.ts';
import { asciiJson, readableParameter } from '../jenkinsfile/readable-parameter.ts';
import type { JobPrinter } from '../jobs/job-printer.ts';
import type { BuildPlan, PlannedSecret } from './build-plan.ts';

export interface BuildPlannerDeps extends Pick<EngineWorkDeps, 'preparation' | 'files'> {
  readonly printer: Pick<JobPrinter, 'print'>;
}

/** Creates the plans of builds; the same execution always gets the same plan. */
export class BuildPlanner {
  readonly #deps: BuildPlannerDeps;

  constructor(deps: BuildPlannerDeps) {
    this.#deps = deps;
  }

  /** @throws {AppError} with the reason if the flow can no longer be run; `store-unavailable` */
  async plan(record: ExecutionRecord): Promise<BuildPlan> {
    const prepared = await this.#deps.preparation.ofExecution(record);
    const { job, digest, calledDefaults } = await this.#deps.printer.print(prepared);
    const given = prepared.flow.inputs.filter(({ id }) => Object.hasOwn(record.inputs, id));
    const sent = given.map((input) => [input.id, sentValue(input, record.inputs[input.id] ?? null)] as const);
    return {
      job,
      digest,
      parameters: new Map([
        ...given.flatMap((input) => shownParameter(input, record.inputs[input.id] ?? null)),
        [protocolParameters.execution, record.id],
        [protocolParameters.inputs, asciiJson(Object.fromEntries(sent))],
        [protocolParameters.digest, digest],
      ]),
      secrets: [
        ...[...prepared.secrets].flatMap(([name, value]) => this.#secret(record.id, name, value)),
        ...calledDefaults.flatMap(calledSecret),
      ],
    };
  }

  #secret(executionId: string, name: string, value: string): readonly PlannedSecret[] {
    if (isCalledSecret(name)) return [];
    const fileInput = inputOfFileSecret(name);
    if (fileInput !== undefined)
      return [{ parameter: fileParameter(fileInput), value: this.#deps.files.urlOf(executionId, fileInput, value) }];
    const parameter = secretParameter(name);
    const credential = namedCredential(value);
    return [credential === undefined ? { parameter, value } : { parameter, credential }];
  }
}

function calledSecret({ parameter, value }: CalledDefault): readonly PlannedSecret[] {
  return parameter === undefined ? [] : [{ parameter, value }];
}

/**
 * How a build receives a value: its string; for a file its facts and its name on the agent; for a secret only that it
 * has a value.
 */
function sentValue(input: Input, value: JsonValue): JsonValue {
  if (isSecret(input)) return '';
  return isFileDescription(value) && isFile(input)
    ? { ...value, name: safeFileName(value.filename) }
    : environmentText(input, value);
}

/** The parameter shown on the build page; the build itself reads the values that were sent in one piece. */
function shownParameter(input: Input, value: JsonValue): [string, string][] {
  if (isSecret(input)) return [];
  return [
    [
      inputVariable(input.id),
      readableParameter(isFileDescription(value) ? value.filename : environmentText(input, value)),
    ],
  ];
}
