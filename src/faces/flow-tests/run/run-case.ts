import { SecretMask } from '../../../base/masking/secret-mask.ts';
import { AppError } from '../../../base/problem/app-error.ts';
import { isJsonObject } from '../../../base/text/json-value.ts';
import { FlowRun } from '../../../engines/local/interpreter/flow-run.ts';
import { searchesAtOnce } from '../../../language/expressions/search-at-once.ts';
import type { TestCase } from '../../../language/test-files/test-suite.ts';
import { acceptValues, type AcceptedValues } from '../../offline-flows/accept-values.ts';
import type { PreparedFlow } from '../../offline-flows/prepare-flow.ts';
import type { CaseRun, Rejection } from './case-run.ts';
import { MockedTasks, TaskNotMocked } from './mocked-tasks.ts';
import { MockedWaits } from './mocked-waits.ts';
import { runReally, type EndedFlow, type FlowToRun } from './run-really.ts';
import { RunRecord } from './run-record.ts';
import { noScripts, testExecution } from './test-execution.ts';
import { VirtualClock } from './virtual-clock.ts';

export interface RunCaseOptions {
  readonly ready: NonNullable<PreparedFlow['ready']>;
  /** The absolute path of a file that the test file names. */
  readonly pathOf: (file: string) => string;
  /** At least 0 and less than 1, for pauses of random length. */
  readonly random: () => number;
  /** Ends scripts that run. */
  readonly stop: AbortSignal;
}

/**
 * Runs a flow as a case specifies. Has no side effects, unless tasks of the case really run.
 * @throws {AppError | FlowFilesError} if the case cannot run
 */
export async function runCase(testCase: TestCase, options: RunCaseOptions): Promise<CaseRun> {
  const values = await accept(testCase, options);
  return 'reasons' in values ? values : runFlow(testCase, values, options);
}

type Rejected = Extract<CaseRun, { readonly kind: 'rejected' }>;

async function accept(
  { inputs, files }: TestCase,
  { ready: { flow, plan }, pathOf }: RunCaseOptions,
): Promise<AcceptedValues | Rejected> {
  const paths = new Map(Object.entries(files).map(([id, file]) => [id, pathOf(file)]));
  try {
    // A flow can be tested before it is enabled.
    const accepted = await acceptValues({ flow: { ...flow, disabled: false }, plan }, { inputs, files: paths });
    if (!('violations' in accepted)) return accepted;
    return {
      kind: 'rejected',
      reasons: accepted.violations.map(({ inputId, message }) => ({ of: { kind: 'input', name: inputId }, message })),
    };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'execution-blocked') throw error;
    return { kind: 'rejected', reasons: checksOf(error) };
  }
}

/** The checks that reject the values. */
function checksOf({ members, message }: AppError): readonly Rejection[] {
  const checks = Array.isArray(members.checks) ? members.checks : [{ message }];
  return checks.map((check) => ({
    of: { kind: 'check' },
    message: isJsonObject(check) ? String(check.message) : message,
  }));
}

async function runFlow(testCase: TestCase, values: AcceptedValues, options: RunCaseOptions): Promise<CaseRun> {
  const mask = await new SecretMask(values.secrets).prepare();
  const record = new RunRecord((text) => mask.apply(text));
  const clock = new VirtualClock();
  const mocks = new MockedTasks({ mocks: testCase.mocks, clock, record });
  const { failure } = values;
  const isReal = [...testCase.mocks.values()].some(({ kind }) => kind === 'real');
  const run = isReal ? runReally : runMocked;
  try {
    const { end, artifacts } =
      failure === undefined
        ? await run({
            ...options,
            plan: { ...options.ready.plan, executionsUrl: testExecution.executionsUrl },
            values,
            record,
            mocks,
            clock,
            mask,
          })
        : { end: { state: 'FAILED', reason: failure, outputs: new Map() } as const, artifacts: new Map() };
    const masked = end.reason === undefined ? end : { ...end, reason: mask.apply(end.reason) };
    return {
      kind: 'ended',
      end: masked,
      record,
      artifacts: new Map([...mocks.artifacts, ...artifacts]),
      unusedMocks: mocks.unused,
    };
  } catch (error) {
    if (error instanceof TaskNotMocked) return { kind: 'not-mocked', message: error.message, record };
    throw error;
  }
}

/** Runs a flow without running any script. */
async function runMocked({ plan, values, record, mocks, clock, mask, random }: FlowToRun): Promise<EndedFlow> {
  const run = new FlowRun(plan, {
    runner: noScripts,
    mocks,
    waits: new MockedWaits(mocks, clock),
    clock,
    report: record,
    searches: searchesAtOnce,
    random,
    executionId: testExecution.id,
    mask: (text) => mask.apply(text),
  });
  return { end: await run.run(values.passed), artifacts: new Map() };
}
