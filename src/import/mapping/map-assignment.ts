import type { Expression, Statement } from '../groovy/syntax.ts';
import { captureOutput } from './capture-output.ts';
import { constantItems } from './constant-items.ts';
import { constantOf } from './constant-of.ts';
import { nameOf } from './construct-of.ts';
import type { ByHand } from './draft-task.ts';
import { importLimits, shortReason, tooManyNames, valueTooLong } from './import-budget.ts';
import { knownValueOf } from './known-value-of.ts';
import type { PipelineMapping } from './pipeline-mapping.ts';
import type { KnownValue, Mapped, Scope } from './scope.ts';
import { textOf } from './text-of.ts';

/** `def x = ...`: its value is written wherever the name is used. */
export function mapDeclaration(
  { names, value, start, end }: Extract<Statement, { kind: 'declaration' }>,
  scope: Scope,
  mapping: PipelineMapping,
): Mapped | ByHand {
  const [name] = names;
  if (name === undefined || names.length > 1) return { byHand: 'it declares several variables at once' };
  const know = (known: KnownValue): Scope => ({ ...scope, locals: new Map([...scope.locals, [name, known]]) });
  const assignments = mapping.assignmentsOf(name);
  if (value === undefined) {
    const declared = know({ form: 'text', unknown: `${name} does not have a value yet` });
    return { tasks: [], scope: declared, note: 'a flow declares no variables without values' };
  }
  if (assignments > 0) {
    return { byHand: `${name} is assigned again, so its value depends on what ran before` };
  }
  return assigned(name, value, { start, end }, scope, mapping, know);
}

/** `env.X = ...` and `x = ...`, if it is the only assignment and always happens. */
export function mapAssignment(
  { target, operator, value, start, end }: Extract<Statement, { kind: 'assignment' }>,
  scope: Scope,
  mapping: PipelineMapping,
): Mapped | ByHand {
  const name = nameOf(target);
  if (name?.startsWith('currentBuild.') === true) return mapBuildProperty(name, value, scope);
  if (name === undefined || operator !== '=') return { byHand: 'its value is computed by Groovy' };
  if (mapping.assignmentsOf(name) > 1) return { byHand: `${name} is assigned several times` };
  if (scope.isConditional === true || scope.isSkippable === true)
    return { byHand: `${name} has this value only if the statement runs` };
  const variable = name.startsWith('env.') ? name.slice('env.'.length) : undefined;
  if (variable?.includes('.') === true || (variable === undefined && name.includes('.'))) {
    return { byHand: 'it changes an object' };
  }
  if (variable !== undefined && scope.bound?.has(variable) === true) {
    return { byHand: `it changes nothing where environment or withEnv sets ${variable}`, isIdle: true };
  }
  if (mapping.meaningsOf(name) > 0) return { byHand: `${name} has several meanings in the job` };
  return assigned(variable ?? name, value, { start, end }, scope, mapping, (known) => {
    if (variable === undefined) mapping.assign('locals', name, known);
    else mapping.assign('env', variable, known);
    return mapping.withAssigned(scope);
  });
}

/** What a script sets of its build: only a result that the execution has anyway needs nothing. */
function mapBuildProperty(name: string, value: Expression, scope: Scope): Mapped | ByHand {
  const result = name === 'currentBuild.result' ? constantOf(value, scope) : undefined;
  if (result === 'SUCCESS') return { tasks: [], note: 'a build without failures succeeds anyway' };
  if (result === 'FAILURE' && scope.list === 'errors') return { tasks: [], note: 'the flow has failed anyway' };
  return { byHand: buildProperties[name] ?? noProperty };
}

const noProperty = 'an execution has no such property';

const buildProperties: Readonly<Record<string, string>> = {
  'currentBuild.displayName': 'an execution has labels, but no name of its own',
  'currentBuild.description': 'an execution has labels, but no description of its own',
  'currentBuild.result': 'the result of an execution follows from its tasks',
};

/** What a parameter of a method, or a loop variable, means. */
export function knownLocal(name: string, value: Expression, scope: Scope): KnownValue {
  const items = constantItems(value, scope);
  if (items !== undefined) return { form: 'list', items, unknown: `${name} is a list` };
  const constant = constantOf(value, scope);
  const named = knownValueOf(value, scope);
  if (!('byHand' in named)) return named.value;
  const written = textOf(value, scope);
  if ('byHand' in written) return { form: 'text', unknown: shortReason(`${name}: ${written.byHand}`) };
  if (written.text.length > importLimits.value) return { form: 'text', unknown: valueTooLong.byHand };
  return {
    form: typeof constant === 'boolean' ? 'boolean' : typeof constant === 'number' ? 'number' : 'text',
    text: written.text,
    ...(constant === undefined || constant === null ? {} : { constant }),
    ...(written.differs.length === 0 ? {} : { differs: shortReason(written.differs.join('; ')) }),
  };
}

function assigned(
  name: string,
  value: Expression,
  span: { readonly start: number; readonly end: number },
  scope: Scope,
  mapping: PipelineMapping,
  know: (known: KnownValue) => Scope,
): Mapped | ByHand {
  if (scope.locals.size >= importLimits.names || scope.env.size >= 2 * importLimits.names) return tooManyNames;
  const captured = captureOutput(name, value, span, scope, mapping);
  if (captured !== undefined) {
    if ('byHand' in captured) return captured;
    return { tasks: [captured.task], differs: captured.differs, scope: know(captured.known) };
  }
  const known = knownLocal(name, value, scope);
  if (known.items !== undefined && mapping.isChanged(name)) return { byHand: `the list ${name} is changed` };
  if (known.text === undefined && known.shell === undefined && known.items === undefined)
    return { byHand: known.unknown ?? 'its value is computed by Groovy' };
  return {
    tasks: [],
    scope: know(known),
    note: 'its value is written where it is used',
    ...(known.differs === undefined ? {} : { differs: [known.differs] }),
  };
}
