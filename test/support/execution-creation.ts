import type { AcceptedExecution } from '../../src/lifecycle/execution-record.ts';
import { newExecutionId } from '../../src/store/executions/record/execution-id.ts';
import type { CreationOutcome, ExecutionCreation } from '../../src/store/executions/record/execution-store.ts';

/** An execution with defaults for everything that a test does not care about. */
export function executionCreation(
  overrides: Partial<Omit<ExecutionCreation, 'accepted'>> & { readonly accepted?: Partial<AcceptedExecution> } = {},
): ExecutionCreation {
  const at = overrides.at ?? new Date('2026-01-02T03:04:05.678Z');
  return {
    source: { bytes: Buffer.from('id: hello\n'), mediaType: 'application/x-yaml', format: 'yaml' },
    at,
    secrets: {},
    ...overrides,
    accepted: {
      id: newExecutionId(at),
      flow: { namespace: 'examples', id: 'hello' },
      revision: 1,
      subflows: [],
      actor: 'ada',
      labels: {},
      inputs: {},
      messages: [],
      ...overrides.accepted,
    },
  };
}

/** Creates an execution, and throws if it is not created. @param life or a store, if nothing is to be queued @returns its ID */
export async function createdExecution(
  life: { create(creation: ExecutionCreation): Promise<CreationOutcome> },
  overrides?: Parameters<typeof executionCreation>[0],
): Promise<string> {
  const outcome = await life.create(executionCreation(overrides));
  if (outcome.outcome !== 'created') throw new Error(`the execution was not created: ${outcome.outcome}`);
  return outcome.record.id;
}
