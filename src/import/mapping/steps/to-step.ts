import type { Argument, Call, Expression } from '../../groovy/syntax.ts';
import type { ByHand } from '../draft-task.ts';
import type { Step } from '../mapping.ts';

/** The parameter that a step's only argument without a name is for. */
const mainParameters: Readonly<Record<string, string>> = {
  ansiColor: 'colorMapName',
  archiveArtifacts: 'artifacts',
  bat: 'script',
  build: 'job',
  checkout: 'scm',
  container: 'name',
  dir: 'path',
  echo: 'message',
  error: 'message',
  fileExists: 'file',
  git: 'url',
  input: 'message',
  junit: 'testResults',
  library: 'identifier',
  load: 'path',
  lock: 'resource',
  node: 'label',
  powershell: 'script',
  publishHTML: 'target',
  pwsh: 'script',
  readFile: 'file',
  retry: 'count',
  sh: 'script',
  sleep: 'time',
  sshagent: 'credentials',
  stage: 'name',
  stash: 'name',
  step: 'delegate',
  timeout: 'time',
  tool: 'name',
  unstable: 'message',
  unstash: 'name',
  warnError: 'message',
  withCredentials: 'bindings',
  withEnv: 'overrides',
  wrap: 'delegate',
  ws: 'dir',
};

/**
 * Sorts the arguments of a step as Jenkins does: a map is its named arguments, unless it describes an object (`$class`), and
 * a single argument without a name is for the main parameter of the step.
 */
export function toStep(call: Call): Step {
  const closure = call.arguments.at(-1)?.value;
  const body = closure?.kind === 'closure' ? closure.body : undefined;
  const given = expanded(body === undefined ? call.arguments : call.arguments.slice(0, -1));
  const positional = given.flatMap(({ name, value }) => (name === undefined ? [value] : []));
  const named = new Map(given.flatMap(({ name, value }) => (name === undefined ? [] : [[name, value] as const])));
  const [only] = positional;
  const main = Object.hasOwn(mainParameters, call.name) ? mainParameters[call.name] : undefined;
  if (given.length === 1 && only !== undefined && main !== undefined) named.set(main, only);
  return { call, name: call.name, positional, named, ...(body !== undefined && { body }) };
}

function expanded(given: readonly Argument[]): readonly Argument[] {
  const [only] = given;
  if (given.length !== 1 || only?.name !== undefined || only?.value.kind !== 'map') return given;
  const entries = entriesOf(only.value);
  return entries === undefined || entries.has('$class')
    ? given
    : [...entries].map(([name, value]) => ({ name, value }));
}

/** The entries of a map by their keys; undefined if it is not a map, or a key is computed. */
export function entriesOf(expression: Expression | undefined): ReadonlyMap<string, Expression> | undefined {
  if (expression?.kind !== 'map') return undefined;
  const entries = expression.entries.flatMap(({ key, value }) =>
    key.kind === 'literal' ? [[String(key.value), value] as const] : [],
  );
  return entries.length === expression.entries.length ? new Map(entries) : undefined;
}

/** Why a step with other arguments than these is by hand; undefined if it has none. */
export function otherArguments(step: Step, known: readonly string[]): ByHand | undefined {
  const other = [...step.named.keys()].find((name) => !known.includes(name));
  if (other !== undefined) return { byHand: `the import does not know its argument ${other}` };
  const named = new Set(step.named.values());
  return step.positional.some((value) => !named.has(value))
    ? { byHand: 'the import does not know its arguments' }
    : undefined;
}
