import { inputVariables } from '../../language/expressions/reference.ts';
import type { Call } from '../groovy/syntax.ts';
import { argumentsOf } from './arguments-of.ts';
import { constantOf } from './constant-of.ts';
import type { Reason } from './gate.ts';
import { keepNameForPrograms, ownerOfName } from './input-names.ts';
import { branchName } from './known-names.ts';
import type { FlowDraft, Mapping } from './mapping.ts';
import { readParameter, type ReadParameter } from './read-parameter.ts';
import type { KnownValue, Scope } from './scope.ts';

/**
 * Adds an input for each call in `parameters { }`, or in `parameters([...])` of a scripted pipeline, and reports each.
 * Returns the scope in which `params.X`, `env.X` and `X` are known.
 */
export function mapParameters(calls: readonly Call[], scope: Scope, mapping: Mapping): Scope {
  const params = new Map(scope.params);
  const env = new Map(scope.env);
  const reasons: Reason[] = [];
  for (const call of calls) {
    const place = { start: call.start, end: call.end, construct: `parameter ${call.name}` };
    const parameter = readParameter(call, scope);
    const problem = 'byHand' in parameter ? parameter.byHand : clash(parameter.id, mapping.flow);
    if ('byHand' in parameter || problem !== undefined) {
      mapping.report({ ...place, outcome: 'by hand', ...(problem !== undefined && { message: problem }) });
      reasons.push({ ...place, why: problem ?? 'flows have no such input' });
      const name = argumentsOf(call).get('name');
      const id = name === undefined ? undefined : constantOf(name, scope);
      if (typeof id !== 'string' || 'operand' in (env.get(id) ?? {})) continue;
      const unknown: KnownValue = { form: 'text', unknown: `the parameter ${id} is by hand` };
      params.set(id, unknown);
      env.set(id, unknown);
      continue;
    }
    const { id } = parameter;
    mapping.flow.inputs.set(id, { properties: parameter.properties, comments: mapping.commentsAbove(call) });
    const differs = [...parameter.differs, ...keepNameForPrograms(id, mapping.flow)];
    mapping.report({
      ...place,
      outcome: differs.length === 0 ? 'mapped' : 'approximated',
      ...(differs.length > 0 && { message: differs.join('; ') }),
      target: id,
    });
    params.set(id, valueOf(parameter));
    env.set(id, valueOf(parameter));
  }
  return { ...scope, params, env, reasons: [...(scope.reasons ?? []), ...reasons] };
}

function valueOf({ id, form, valueDiffers }: ReadParameter): KnownValue {
  const operand = `inputs.${id}`;
  return { text: `{{ ${operand} }}`, operand, form, ...(valueDiffers !== undefined && { differs: valueDiffers }) };
}

/** Two names of the environment must differ in more than case. */
function clash(id: string, flow: FlowDraft): string | undefined {
  if (id === branchName && flow.inputs.has(id)) return undefined;
  const same = inputVariables(id)
    .map((name) => ownerOfName(name, flow))
    .find((owner) => owner !== undefined);
  return same === undefined ? undefined : `its variable would be that of ${same}`;
}
