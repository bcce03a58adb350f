import type { Readable } from 'node:stream';
import { AppError } from '../../base/problem/app-error.ts';
import type { JsonValue } from '../../base/text/json-value.ts';
import type { FlowPlan } from '../../language/execution-plan/flow-plan.ts';
import type { Carried } from '../../language/execution-plan/segment.ts';
import { PatternSearches, type SearchRunner } from '../../language/expressions/pattern-searches.ts';
import { isFileDescription } from '../../language/inputs/file-description.ts';
import { isSecret, type Input } from '../../language/inputs/input.ts';
import { ownWork } from '../../language/safe-patterns/bounded-runner.ts';
import { passedValues, type ExecutionRecord } from '../../lifecycle/execution-record.ts';
import { SecretPlaces } from '../../store/executions/record/carried-texts.ts';
import type { EngineWorkDeps, PreparedExecution } from '../engine.ts';
import { passedInputs, type PassedInputs } from './interpreter/passed-inputs.ts';
import type { SegmentBegin } from './interpreter/segment-begin.ts';

/** Everything that this machine needs to run an execution. */
export interface LocalPlan {
  readonly plan: FlowPlan;
  /** Complete and checked, with defaults. */
  readonly passed: PassedInputs;
  /** Where it begins; undefined for the first task. */
  readonly begin: SegmentBegin | undefined;
  /** What the record says about the tasks before. */
  readonly carried: Carried;
  readonly places: SecretPlaces;
  /** The values to mask. */
  readonly secrets: readonly string[];
  /** As `PreparedExecution`. */
  readonly named: ReadonlyMap<string, string>;
  readonly searches: SearchRunner;
  /** The content of a file by its id. */
  readonly openFile: (id: string) => Promise<Readable>;
}

export function localPlan(
  prepared: PreparedExecution,
  record: ExecutionRecord,
  { files, patterns, carried }: Pick<EngineWorkDeps, 'files' | 'patterns'> & Pick<LocalPlan, 'carried'>,
): LocalPlan {
  const plan = prepared.plan();
  const { segment } = record;
  const places = new SecretPlaces(prepared.secrets);
  return {
    plan,
    begin: segment && { ...segment, ...places.reveal(carried) },
    carried,
    places,
    passed: passedInputs(plan.flow, acceptedValues(plan.flow.inputs, record, prepared.secrets)),
    secrets: [...prepared.secrets.values()],
    named: prepared.named,
    searches: new PatternSearches({ runner: patterns, owner: ownWork }),
    openFile: async (inputId) => openFile(files, passedValues(record)[inputId], inputId),
  };
}

/** The values of an execution, with its secrets in plain text. */
function acceptedValues(
  inputs: readonly Input[],
  record: ExecutionRecord,
  secrets: ReadonlyMap<string, string>,
): ReadonlyMap<string, JsonValue> {
  const recorded = passedValues(record);
  return new Map(
    inputs.flatMap((input) => {
      const value = isSecret(input) ? secrets.get(input.id) : recorded[input.id];
      return value === undefined ? [] : [[input.id, value] as const];
    }),
  );
}

/** @throws {AppError} `file-not-found`, `files-unavailable`, `store-unavailable` */
async function openFile(
  files: EngineWorkDeps['files'],
  value: JsonValue | undefined,
  inputId: string,
): Promise<Readable> {
  const content = isFileDescription(value) ? await files.contentOf(value.sha256) : undefined;
  if (content === undefined) throw new AppError('file-not-found', `The file of the input ${inputId} has expired.`);
  return content.stream;
}
