import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SecretMask } from '../../../base/masking/secret-mask.ts';
import type { RunEnd } from '../../../engines/local/interpreter/flow-run.ts';
import { LocalExecution } from '../../../engines/local/shell/local-execution.ts';
import type { FlowPlan } from '../../../language/execution-plan/flow-plan.ts';
import { searchesAtOnce } from '../../../language/expressions/search-at-once.ts';
import { listFiles } from '../../../store/executions/artifacts/list-files.ts';
import type { AcceptedValues } from '../../offline-flows/accept-values.ts';
import type { MockedTasks } from './mocked-tasks.ts';
import { MockedWaits } from './mocked-waits.ts';
import type { RunRecord } from './run-record.ts';
import { testExecution } from './test-execution.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** A planned flow with everything that a case gives it. */
export interface FlowToRun {
  readonly plan: FlowPlan;
  readonly values: AcceptedValues;
  readonly record: RunRecord;
  readonly mocks: MockedTasks;
  readonly clock: VirtualClock;
  readonly mask: SecretMask;
  readonly random: () => number;
  /** Ends scripts that run. */
  readonly stop: AbortSignal;
}

export interface EndedFlow {
  readonly end: RunEnd;
  /** The texts of the files that scripts have kept, by path. */
  readonly artifacts: ReadonlyMap<string, string>;
}

const maxArtifacts = { maxBytes: 64 * 1024 * 1024, maxFiles: 1000 };

/** Runs a flow whose tasks run on this machine unless they are mocked, in a folder that is then removed. */
export async function runReally(flow: FlowToRun): Promise<EndedFlow> {
  const { plan, values, record, mocks, clock, random, stop } = flow;
  const folder = await mkdtemp(join(tmpdir(), 'flowgate-case-'));
  const kept = join(folder, 'artifacts');
  const execution = new LocalExecution({
    plan,
    passed: values.passed,
    secrets: values.secrets,
    folder: join(folder, 'execution'),
    artifacts: { folder: kept, ...maxArtifacts },
    openFile: values.openFile,
    report: record,
    mocks,
    waits: new MockedWaits(mocks, clock),
    searches: searchesAtOnce,
    clock,
    random,
    executionId: testExecution.id,
  });
  const kill = (): void => void execution.kill();
  stop.addEventListener('abort', kill);
  try {
    return { end: await execution.run(), artifacts: await textsIn(kept) };
  } finally {
    stop.removeEventListener('abort', kill);
    await execution.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

async function textsIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const path of await listFiles(folder)) texts.set(path, await readFile(join(folder, path), 'utf8'));
  return texts;
}
