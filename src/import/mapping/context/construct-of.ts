import type { Expression, Statement } from '../../groovy/syntax.ts';

/** What a statement is, in the words of Jenkins and Groovy, for reports: `sh`, `if`, `script block`. */
export function constructOf(statement: Statement): string {
  switch (statement.kind) {
    case 'expression':
      return ofExpression(statement.expression);
    case 'declaration':
      return statement.names.length === 1 ? `variable ${statement.names[0] ?? ''}` : 'variables';
    case 'assignment':
      return `assignment of ${nameOf(statement.target) ?? 'a value'}`;
    case 'if':
    case 'try':
      return statement.kind;
    case 'control':
      return statement.word;
    case 'definition':
      return `${statement.word} ${statement.name}`.trim();
    case 'unreadable':
      return 'unreadable code';
  }
}

/** `currentBuild.result`, `env.VERSION`, `sh`: the words of a name or of a chain of calls; undefined if there are others. */
export function nameOf(expression: Expression): string | undefined {
  if (expression.kind === 'name') return expression.name;
  if (expression.kind === 'property') return joined(nameOf(expression.of), expression.name);
  if (expression.kind !== 'call') return undefined;
  return expression.of === undefined ? expression.name : joined(nameOf(expression.of), expression.name);
}

/** `params.X` as its names; undefined if the expression is something else. */
export function pathOf(expression: Expression): readonly string[] | undefined {
  if (expression.kind === 'name') return [expression.name];
  if (expression.kind !== 'property' && expression.kind !== 'index') return undefined;
  const of = pathOf(expression.of);
  if (of === undefined) return undefined;
  if (expression.kind === 'property') return [...of, expression.name];
  const { index } = expression;
  return index.kind === 'literal' && typeof index.value === 'string' ? [...of, index.value] : undefined;
}

function ofExpression(expression: Expression): string {
  const name = nameOf(expression);
  if (name === undefined) return 'expression';
  return name === 'script' ? 'script block' : name;
}

const joined = (first: string | undefined, second: string) => (first === undefined ? undefined : `${first}.${second}`);

/**
 * The kind of a construct, without the names that a job gives to its own things: `variable` for `variable count`, and
 * `method call` for `parts.add`. Steps keep their names, because a mapping file says what they mean.
 */
export function groupOf(construct: string): string {
  const ofJob =
    /^(variable|method|class|interface|enum|trait|annotation|import|package|shared library|tool|axis)s?\b/.exec(
      construct,
    );
  if (ofJob?.[1] !== undefined) return ofJob[1];
  const assigned = /^assignment of (?:(env|currentBuild|params)\.)?/.exec(construct);
  if (assigned !== null) return assigned[1] === undefined ? 'assignment' : `assignment of ${assigned[1]}`;
  const [object = '', method] = construct.split('.');
  return method === undefined || objectsOfPlugins.has(object) ? construct : 'method call';
}

/** The objects that Jenkins and its plugins give to every pipeline. */
const objectsOfPlugins = new Set(['currentBuild', 'docker', 'openshift', 'scm']);
