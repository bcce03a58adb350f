import { quoteShort } from '../../../base/problem/describe-value.ts';
import type { Path, Problem } from '../../../base/problem/problem.ts';
import { environmentName, namesOfInput, referenceText, upperSnake } from '../../expressions/reference.ts';
import { environmentNameSyntax, isSetByShell, reservedBy } from '../../expressions/reserved-names.ts';
import { systemNameProblem } from '../../expressions/system-name-problem.ts';
import { loneReference } from '../../expressions/template.ts';
import type { FlowDraft } from '../flow-draft.ts';
import type { Variable } from '../flow.ts';
import { itemTypes } from '../types-of-flow.ts';
import type { Validation } from './validation.ts';

/** Checks the names of values in the environment of tasks (docs/reference/flows.md). */
export function validateNames({ draft, problems }: Validation): void {
  const first = new Map(contributedVariables(draft).map((value) => [value.name.toLowerCase(), value]));
  for (const value of namedValues(draft)) {
    const place = { path: value.path, ...(value.at && { at: value.at }) };
    const problem = nameProblem(value);
    if (problem !== undefined) problems.push({ ...problem, ...place });
    // Jenkins ignores the case of names.
    const folded = value.name.toLowerCase();
    const earlier = first.get(folded);
    if (earlier === undefined) {
      first.set(folded, value);
    } else if (ownerOf(earlier) !== ownerOf(value) && value.copies !== ownerOf(earlier)) {
      const message = `The ${ownerOf(value)} and the ${ownerOf(earlier)} map to the same environment variable ${value.name}; case is ignored.`;
      problems.push({ code: 'name-clash', message, ...place });
    }
  }
}

/** Whether a value can have this name in the environment of a task, and nothing but the task reads it. */
export function isFreeName(name: string): boolean {
  return environmentNameSyntax.test(name) && reservedBy(name) === undefined;
}

interface NamedValue {
  /** In the environment. */
  readonly name: string;
  readonly kind: 'input' | 'variable' | 'output' | 'item';
  readonly id: string;
  readonly path: Path;
  readonly at?: 'key';
  /** The name that the value would have if it were free. */
  readonly preferred?: string;
  /** The owner of the value of a variable that is only a reference to it. */
  readonly copies?: string;
}

/** The owner of a name: `input "robot-id"`. */
function ownerOf({ kind, id }: Pick<NamedValue, 'kind' | 'id'>): string {
  return `${kind} ${quoteShort(id)}`;
}

/** Contributed variables that the flow does not declare. */
function contributedVariables({ contributions }: FlowDraft): readonly NamedValue[] {
  return contributions.variables.map(({ name }) => ({ name, kind: 'variable', id: name, path: ['variables', name] }));
}

function namedValues({ inputs, variables, tasks }: FlowDraft): readonly NamedValue[] {
  const values: NamedValue[] = [];
  for (const {
    value: { id },
    path,
  } of inputs) {
    if (id === '') continue;
    const { name, also } = namesOfInput(id);
    const value = { kind: 'input', id, path: [...path, 'id'] } as const;
    values.push({ ...value, name, preferred: upperSnake(id) });
    if (also !== undefined) values.push({ ...value, name: also });
  }
  for (const { value, path } of variables)
    values.push({ name: value.name, kind: 'variable', id: value.name, path, at: 'key', ...copied(value) });
  for (const { value, path } of tasks) {
    for (const [reference] of itemTypes(value.task)) {
      const id = referenceText(reference);
      values.push({ name: environmentName(reference), kind: 'item', id, path: [...path, 'id'] });
    }
    for (const field of Object.keys(value.task.outputSchema)) {
      const name = environmentName({ root: 'task_outputs', taskId: value.id, field });
      const id = `${value.id}.${field}`;
      values.push({ name, kind: 'output', id, path: [...path, 'outputSchema', field], at: 'key' });
    }
  }
  return values;
}

/** An input and a variable with the same value can share a name, as until 0.2, when `WORKSPACE` of an input was free. */
function copied({ value }: Variable): Pick<NamedValue, 'copies'> {
  const reference = loneReference(value);
  return reference?.root === 'inputs' ? { copies: ownerOf({ kind: 'input', id: reference.id }) } : {};
}

/** The problem of a single name, apart from clashes. */
function nameProblem(value: NamedValue): Omit<Problem, 'path'> | undefined {
  const { name, kind, preferred } = value;
  // An invalid id has already been reported.
  if (!environmentNameSyntax.test(name)) {
    const message = `The ${ownerOf(value)} must consist of letters, digits and "_", and must not start with a digit.`;
    return kind === 'variable' ? { code: 'invalid-name', message } : undefined;
  }
  if (preferred !== undefined && preferred !== name)
    return {
      code: 'renamed-variable',
      message: `Tasks read the ${ownerOf(value)} as ${name}, because ${reasonAgainst(preferred)}.`,
    };
  return kind === 'input' ? undefined : systemNameProblem(name);
}

/** Why an input cannot have its own name in the environment. */
function reasonAgainst(name: string): string {
  if (isSetByShell(name)) return `the shell sets ${name} itself`;
  const owner = reservedBy(name);
  return owner === undefined ? `${name} starts with a digit` : `${name} is reserved for ${owner}`;
}
