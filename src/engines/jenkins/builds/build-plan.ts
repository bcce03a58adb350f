import type { JsonValue } from '../../../base/text/json-value.ts';
import { addedInputs } from '../../../language/execution-plan/added-inputs.ts';
import type { FlowPlan } from '../../../language/execution-plan/flow-plan.ts';
import { nothingCarried, type SegmentStart } from '../../../language/execution-plan/segment.ts';
import { namesOfInput } from '../../../language/expressions/reference.ts';
import { namedCredential } from '../../../language/input-types/secret-reference.ts';
import { isFileDescription } from '../../../language/inputs/file-description.ts';
import { isFile, isSecret, type Input } from '../../../language/inputs/input.ts';
import { safeFileName } from '../../../language/inputs/safe-file-name.ts';
import { environmentText } from '../../../language/inputs/text-conversion.ts';
import { passedValues, segmentName, type ExecutionRecord } from '../../../lifecycle/execution-record.ts';
import { inputOfFileSecret, isCalledSecret } from '../../../store/executions/record/secret-names.ts';
import type { JenkinsJob } from '../client/jenkins-gateway.ts';
import type { JenkinsParts } from '../jenkins-parts.ts';
import { fileParameter, protocolParameters, secretParameter } from '../jenkinsfile/job-parameter.ts';
import { asciiJson, readableParameter } from '../jenkinsfile/readable-parameter.ts';
import { segmentParameter } from '../segments/segment-parameter.ts';
import { withKeptFiles } from '../segments/with-kept-files.ts';

/** Everything that the build of an execution needs. */
export interface BuildPlan {
  readonly job: JenkinsJob;
  /** The digest of the script that the build must find when it starts. */
  readonly digest: string;
  /** All parameters except those of secrets. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly secrets: readonly PlannedSecret[];
  /** Whether something runs after a stop. */
  readonly hasFinals: boolean;
}

/** The parameter contains the ID of a credential: one created for this execution, or an existing one. */
export type PlannedSecret = { readonly parameter: string } & (
  | { readonly value: string }
  | { readonly credential: string }
);

/** Plans the build for a segment of an execution; the same segment always gets the same plan. */
export async function planBuild(
  record: ExecutionRecord,
  { preparation, definitions, files, store }: Pick<JenkinsParts, 'preparation' | 'definitions' | 'files' | 'store'>,
): Promise<BuildPlan> {
  const prepared = await preparation.ofExecution(record);
  const { job, digest, calledDefaults, canBegin } = await definitions.of(prepared, {
    canBegin: record.segment !== undefined,
  });
  // Such a build would run tasks a second time.
  if (record.segment !== undefined && !canBegin)
    throw new Error('The script of a segment cannot begin after the first task');
  const begin = record.segment && (await beginOf(record, record.segment, { plan: prepared.plan(), files, store }));
  const values = passedValues(record);
  const given = [...prepared.flow.inputs, ...addedInputs(prepared.flow)].filter(
    ({ id }) => Object.hasOwn(values, id) || prepared.secrets.has(id),
  );
  const sent = given.map((input) => [input.id, sentValue(input, values[input.id] ?? null)] as const);
  return {
    job,
    digest,
    hasFinals: prepared.flow.finally.length > 0,
    parameters: new Map([
      ...given.flatMap((input) => shownParameter(input, values[input.id] ?? null)),
      [protocolParameters.execution, segmentName(record)],
      [protocolParameters.inputs, asciiJson(Object.fromEntries(sent))],
      [protocolParameters.digest, digest],
      ...(begin === undefined ? [] : [[protocolParameters.segment, asciiJson(begin.parameter)] as const]),
    ]),
    secrets: [
      ...[...prepared.secrets].flatMap(([name, value]) => plannedSecret(record.id, name, value, files)),
      ...(begin?.url === undefined ? [] : [{ parameter: protocolParameters.keptFiles, value: begin.url }]),
      ...calledDefaults.flatMap(({ parameter, value }) =>
        parameter === undefined ? [] : [{ parameter, value: prepared.named.get(value) ?? value }],
      ),
    ],
  };
}

async function beginOf(
  { id }: ExecutionRecord,
  start: SegmentStart,
  { plan, files, store }: Pick<JenkinsParts, 'files' | 'store'> & { readonly plan: FlowPlan },
) {
  const before = (await store.carried(id)) ?? nothingCarried;
  const { segment, carried, url } = withKeptFiles(start, before, { plan, urlOf: () => files.urlOfKept(id) });
  return { parameter: segmentParameter(segment, plan, carried), url };
}

function plannedSecret(
  executionId: string,
  name: string,
  value: string,
  files: JenkinsParts['files'],
): readonly PlannedSecret[] {
  if (isCalledSecret(name)) return [];
  const fileInput = inputOfFileSecret(name);
  if (fileInput !== undefined)
    return [{ parameter: fileParameter(fileInput), value: files.urlOf(executionId, fileInput, value) }];
  const parameter = secretParameter(name);
  const credential = namedCredential(value);
  return [credential === undefined ? { parameter, value } : { parameter, credential }];
}

/**
 * How a build receives a value: its string; for a file, its metadata and its name on the agent; for a secret, only
 * whether it has a value.
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
      namesOfInput(input.id).parameter,
      readableParameter(isFileDescription(value) ? value.filename : environmentText(input, value)),
    ],
  ];
}
