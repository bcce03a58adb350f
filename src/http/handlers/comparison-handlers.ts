import type { ComparisonService } from '../../services/executions/comparison-service.ts';
import { callerOf } from '../identity/require-identity.ts';
import type { OperationHandlers } from '../operation.ts';
import { comparisonOnWire } from '../response/wire-comparison.ts';

/** Compares executions. */
export function comparisonHandlers(comparisons: ComparisonService) {
  return {
    compareExecutions: async ({ params, query }, response) => {
      response.json(comparisonOnWire(await comparisons.compare(params.execution_id, query.with, callerOf(response))));
    },
  } satisfies Partial<OperationHandlers>;
}
