import type { FlowKey } from '../flow/flow-key.ts';
import type { FlowPlan } from './flow-plan.ts';
import { planTasks } from './plan-tasks.ts';

/** The default of a secret input of a called flow, in plain text or as `credential:<id>`. */
export interface CalledSecretDefault {
  readonly flow: FlowKey;
  readonly inputId: string;
  readonly value: string;
}

/**
 * The defaults of secret inputs in called flows, if they can take effect. A flow that is called several times has each
 * default once.
 */
export function calledSecretDefaults(plan: FlowPlan): readonly CalledSecretDefault[] {
  return [...new Map(defaultsIn(plan)).values()];
}

type KeyedDefault = readonly [key: string, secret: CalledSecretDefault];

function defaultsIn(plan: FlowPlan): readonly KeyedDefault[] {
  const called = [...planTasks(plan)].flatMap(({ plan: { work } }) =>
    work.kind === 'call' ? defaultsIn(work.plan) : [],
  );
  return [...ownDefaults(plan), ...called];
}

function ownDefaults({ flow, call, revision }: FlowPlan): readonly KeyedDefault[] {
  const { namespace, id } = flow;
  return flow.inputs.flatMap(({ id: inputId, defaults: value }): readonly KeyedDefault[] =>
    call?.openSecrets.has(inputId) && typeof value === 'string'
      ? [[JSON.stringify([namespace, id, revision ?? null, inputId]), { flow: { namespace, id }, inputId, value }]]
      : [],
  );
}
