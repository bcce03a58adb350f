import type { LanguageOptions } from '../../abilities/documents/language-operations.ts';
import { planningOperations } from '../../abilities/documents/planning-operations.ts';
import { FlowChecker } from '../../abilities/flows/check/flow-checker.ts';
import type { CalledFlowSource } from '../../abilities/flows/subflows/called-flow-source.ts';
import { SubflowService } from '../../abilities/flows/subflows/subflow-service.ts';
import { validateInputs } from '../../language/inputs/validate-inputs.ts';
import { InThreadRunner } from '../../language/processes/in-thread-runner.ts';

// Each document is checked once, however large.
const cacheBytes = 64 * 1024 * 1024;

/** What checks flows, and the flows that they call, in this thread. @param store the flows that can be called */
export function inThreadChecks(options: LanguageOptions, store: CalledFlowSource) {
  const language = planningOperations(options);
  const checker = new FlowChecker({ language, cacheBytes });
  const runner = new InThreadRunner();
  const subflows = new SubflowService({
    store,
    checker,
    taskTypes: options.taskTypes,
    validate: (inputs, values, owner) => validateInputs(inputs, values, { runner, owner }),
    limits: options.compositionLimits,
  });
  return { language, checker, subflows };
}
