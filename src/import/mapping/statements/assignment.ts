import { ownEntry } from '../../../base/text/own-entry.ts';
import { plainTypes } from '../../../language/input-types/input-types.ts';
import type { Call, Expression, Span, Statement } from '../../groovy/syntax.ts';
import { nameOf } from '../context/construct-of.ts';
import { importLimits, shortReason, tooManyNames, valueTooLong } from '../context/import-budget.ts';
import { taskIdIn, type Mapped, type Scope } from '../context/job-mapping.ts';
import { referenceTo, type KnownValue } from '../context/names.ts';
import type { ByHand, DraftTask } from '../drafts/draft-flow.ts';
import { shellOf } from '../scripts/shell-of.ts';
import { shellTask } from '../scripts/shell-task.ts';
import { toStep } from '../steps/step.ts';
import { textOf } from '../values/texts.ts';
import { constantItems, constantOf, knownValueOf } from '../values/values.ts';

/** `def x = ...`: its value is written wherever the name is used. */
export function mapDeclaration(
  { names, value, start, end }: Extract<Statement, { kind: 'declaration' }>,
  scope: Scope,
): Mapped | ByHand {
  const [name] = names;
  if (name === undefined || names.length > 1) return { byHand: 'it declares several variables at once' };
  const know = (known: KnownValue): Scope => ({ ...scope, locals: new Map([...scope.locals, [name, known]]) });
  if (value === undefined) {
    const declared = know({ form: 'text', unknown: `${name} does not have a value yet` });
    return { tasks: [], scope: declared, note: 'a flow declares no variables without values' };
  }
  if (scope.job.facts.assignmentsOf(name) > 0)
    return { byHand: `${name} is assigned again, so its value depends on what ran before` };
  return assigned(name, value, { start, end }, scope, know);
}

/** `env.X = ...` and `x = ...`, if it is the only assignment and always happens. */
export function mapAssignment(
  { target, operator, value, start, end }: Extract<Statement, { kind: 'assignment' }>,
  scope: Scope,
): Mapped | ByHand {
  const name = nameOf(target);
  if (name?.startsWith('currentBuild.') === true) return mapBuildProperty(name, value, scope);
  if (name === undefined || operator !== '=') return { byHand: 'its value is computed by Groovy' };
  if (scope.job.facts.assignmentsOf(name) > 1) return { byHand: `${name} is assigned several times` };
  if (scope.isConditional || scope.isSkippable) return { byHand: `${name} has this value only if the statement runs` };
  const variable = name.startsWith('env.') ? name.slice('env.'.length) : undefined;
  if (variable?.includes('.') === true || (variable === undefined && name.includes('.'))) {
    return { byHand: 'it changes an object' };
  }
  if (variable !== undefined && scope.bound.has(variable)) {
    return { byHand: `it changes nothing where environment or withEnv sets ${variable}`, isIdle: true };
  }
  if (scope.job.facts.meaningsOf(name) > 0) return { byHand: `${name} has several meanings in the job` };
  return assigned(variable ?? name, value, { start, end }, scope, (known) => {
    if (variable === undefined) scope.job.assigned.assign('locals', name, known);
    else scope.job.assigned.assign('env', variable, known);
    return scope.job.assigned.knownAt(scope);
  });
}

/** What a script sets of its build: only a result that the execution has anyway needs nothing. */
function mapBuildProperty(name: string, value: Expression, scope: Scope): Mapped | ByHand {
  const result = name === 'currentBuild.result' ? constantOf(value, scope) : undefined;
  if (result === 'SUCCESS') return { tasks: [], note: 'a build without failures succeeds anyway' };
  if (result === 'FAILURE' && scope.list === 'errors') return { tasks: [], note: 'the flow has failed anyway' };
  return { byHand: ownEntry(buildProperties, name) ?? noProperty };
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
  know: (known: KnownValue) => Scope,
): Mapped | ByHand {
  if (scope.locals.size >= importLimits.names || scope.env.size >= 2 * importLimits.names) return tooManyNames;
  const captured = captureOutput(name, value, span, scope);
  if (captured !== undefined) {
    if ('byHand' in captured) return captured;
    return { tasks: [captured.task], differs: captured.differs, scope: know(captured.known) };
  }
  const known = knownLocal(name, value, scope);
  if (known.items !== undefined && scope.job.facts.isChanged(name)) return { byHand: `the list ${name} is changed` };
  if (known.text === undefined && known.shell === undefined && known.items === undefined)
    return { byHand: known.unknown ?? 'its value is computed by Groovy' };
  return {
    tasks: [],
    scope: know(known),
    note: 'its value is written where it is used',
    ...(known.differs === undefined ? {} : { differs: [known.differs] }),
  };
}

interface Captured {
  readonly task: DraftTask;
  readonly known: KnownValue;
  readonly differs: readonly string[];
}

/**
 * `sh(script: ..., returnStdout: true).trim()`: a task that returns the output as a field. Undefined if the value is
 * something else.
 */
function captureOutput(name: string, value: Expression, span: Span, scope: Scope): Captured | ByHand | undefined {
  const call = capturingCall(value);
  if (call === undefined) return undefined;
  const step = toStep(call, 'script');
  const script = step.named.get('script');
  const returns = (word: string) => constantOf(step.named.get(word) ?? call, scope) === true;
  const isStatus = returns('returnStatus');
  if (script === undefined || (!isStatus && !returns('returnStdout'))) {
    return { byHand: 'what the step returns is computed' };
  }
  if (!/^[A-Za-z]\w*$/.test(name)) return { byHand: `${name} is not a valid name of an output` };
  const written = shellOf(script, scope);
  if ('byHand' in written) return written;
  if (written.text.startsWith('#!')) return { byHand: 'a script with its own interpreter returns no output' };
  const id = taskIdIn(scope, name);
  const commands = isStatus ? statusOf(name, written.text) : outputOf(name, written.text);
  const task = shellTask({ script: commands.join('\n') }, span, id, scope);
  return {
    task: {
      ...task,
      isReferenced: true,
      common: { ...task.common, outputSchema: { [name]: { type: isStatus ? plainTypes.integer : plainTypes.string } } },
    },
    known: referenceTo(`task_outputs.${id}.${name}`, isStatus ? 'number' : 'text'),
    differs: [
      ...written.differs,
      ...(isStatus ? [] : ['the output must be a single line']),
      ...(isStatus || value !== call ? [] : ['it has no line break at its end']),
    ],
  };
}

/** Shell code that prints the output of a script as a field. */
function outputOf(name: string, script: string): readonly string[] {
  return [
    `value=$(${/[\n#;]/.test(script) ? `\nset -e\n${script.trimEnd()}\n` : script})`,
    `printf '{"${name}": "%s"}\\n' "$(printf '%s' "$value" | sed 's/[\\\\"]/\\\\&/g')"`,
  ];
}

/** Shell code that prints the status of a script, whose own failures do not end the task. */
function statusOf(name: string, script: string): readonly string[] {
  // Left of `||`, a shell ignores `set -e`.
  return ['set +e', `(\nset -e\n${script.trimEnd()}\n)`, `printf '{"${name}": %d}\\n' "$?"`];
}

/** The call of `sh`, `.trim()` around it or not. */
function capturingCall(value: Expression): Call | undefined {
  if (value.kind !== 'call') return undefined;
  if (value.of === undefined) return value.name === 'sh' ? value : undefined;
  return value.name === 'trim' && value.arguments.length === 0 ? capturingCall(value.of) : undefined;
}
