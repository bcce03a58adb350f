import type { FlowKey } from '../language/flow/flow-key.ts';
import { taskSections } from '../language/flow/flow.ts';
import type { FlowPlan } from './flow-plan.ts';

/** The default of a secret input of a called flow, in plain text or as `credential:<id>`. */
export interface CalledSecretDefault {
  readonly flow: FlowKey;
  readonly inputId: string;
  readonly value: string;
}

/** The defaults of secret inputs of the flows that a flow calls, as far as they may take effect. */
export function calledSecretDefaults(plan: FlowPlan): readonly CalledSecretDefault[] {
  const called = taskSections.flatMap((section) =>
    plan.sections[section].flatMap(({ work }) => (work.kind === 'call' ? calledSecretDefaults(work.plan) : [])),
  );
  return [...ownDefaults(plan), ...called];
}

function ownDefaults({ flow, call }: FlowPlan): readonly CalledSecretDefault[] {
  const { namespace, id } = flow;
  return flow.inputs.flatMap(({ id: inputId, defaults: value }) =>
    call?.openSecrets.has(inputId) && typeof value === 'string' ? [{ flow: { namespace, id }, inputId, value }] : [],
  );
}
