import type { Call, Expression, Statement } from '../../groovy/syntax.ts';
import { allStatements } from '../../groovy/walk.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { nameOf } from '../context/construct-of.ts';
import type { ImportBudget } from '../context/import-budget.ts';
import type { Definition } from '../context/job-facts.ts';
import type { Mapped, Scope } from '../context/job-mapping.ts';
import type { KnownValue } from '../context/names.ts';
import type { ByHand } from '../drafts/draft-flow.ts';
import { knownLocal } from './assignment.ts';

/** Writes the steps of a method of the job where it is called, with its parameters as names. */
export function mapMethodCall(call: Call, method: Definition, scope: Scope): Mapped | ByHand {
  const parameters = method.parameters ?? [];
  const { budget, methods, statements } = scope.job;
  if (!methods.canWrite(method)) return { byHand: `${nameOf(call) ?? 'it'} calls itself` };
  const [first] = parameters;
  const named = call.arguments.filter(({ name }) => name !== undefined);
  const isMap = named.length > 0 && named.length === call.arguments.length && parameters.length === 1;
  if (!isMap && (named.length > 0 || call.arguments.length > parameters.length)) {
    return { byHand: `the import cannot match its arguments with those of ${method.name}` };
  }
  if (call.arguments.some(({ value }) => value.kind === 'closure')) {
    return { byHand: `it passes a block to ${method.name}` };
  }
  const spent = budget.take(method.end - method.start);
  if (spent !== undefined) return spent;
  const locals = new Map<string, KnownValue>();
  // Named arguments are a map, whose keys the method reads as properties.
  for (const { name = '', value } of isMap ? named : []) {
    locals.set(`${first ?? ''}.${name}`, knownLocal(name, value, scope));
  }
  for (const [index, parameter] of isMap ? [] : parameters.entries()) {
    const value = call.arguments[index]?.value;
    locals.set(
      parameter,
      value === undefined
        ? { form: 'text', unknown: `${parameter} has its default value` }
        : knownLocal(parameter, value, scope),
    );
  }
  const { tasks } = methods.write(method, call, () => statements(method.body, { ...scope, locals }));
  return { tasks, note: `the steps of ${method.name} are written here` };
}

/** A pipeline in which values stand in place of the calls that compute them. */
interface ExpandedPipeline {
  readonly pipeline: Pipeline;
  /** The methods whose calls were replaced. */
  readonly expanded: ReadonlySet<string>;
}

/** How deep methods can call each other. */
const maxDepth = 8;

/**
 * Replaces calls of methods that only return a value, such as `def image(tag) { "shop:${tag}" }`, by that value, with the
 * arguments in place of the parameters. Places stay those of the calls. If that takes more than the budget,
 * all calls remain.
 */
export function expandMethods(pipeline: Pipeline, budget: ImportBudget): ExpandedPipeline {
  const values = new Map<string, { readonly method: Definition; readonly value: Expression }>();
  for (const method of allStatements(pipeline.file.statements)) {
    if (method.kind !== 'definition' || method.word !== 'method') continue;
    const value = returnedValue(method.body);
    // Overloaded methods stay as they are.
    if (values.has(method.name) || value === undefined) values.delete(method.name);
    else values.set(method.name, { method, value });
  }
  const expanded = new Set<string>();
  if (values.size === 0) return { pipeline, expanded };
  const done = new WeakMap<object, unknown>();
  let isSpent = false;

  function rewrite<Node>(node: Node, depth = 0): Node {
    if (typeof node !== 'object' || node === null || isSpent) return node;
    // What stands in place of a call is a copy, in which each call is replaced in turn.
    if (depth > 0) isSpent = budget.take(1) !== undefined;
    const known = depth === 0 ? done.get(node) : undefined;
    if (known !== undefined) return known as Node; // the same node before
    const result = isCall(node) ? (valueOf(node, depth) ?? copy(node, depth)) : copy(node, depth);
    if (depth === 0) done.set(node, result);
    return result as Node;
  }

  function copy(node: object, depth: number): unknown {
    if (Array.isArray(node)) return node.map((item: unknown) => rewrite(item, depth));
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, rewrite(value, depth)]));
  }

  function valueOf(call: Call, depth: number): Expression | undefined {
    const found = call.of === undefined ? values.get(call.name) : undefined;
    const parameters = found?.method.parameters ?? [];
    const isPlain = call.arguments.every(
      ({ name, key, value }) => name === undefined && key === undefined && value.kind !== 'closure',
    );
    if (found === undefined || !isPlain || call.arguments.length !== parameters.length || depth >= maxDepth)
      return undefined;
    isSpent ||= budget.take(found.value.end - found.value.start) !== undefined;
    if (isSpent) return undefined;
    const given = new Map(parameters.map((parameter, index) => [parameter, call.arguments[index]?.value]));
    expanded.add(call.name);
    return rewrite({ ...substituted(found.value, given), start: call.start, end: call.end }, depth + 1);
  }

  const { file, ...rest } = pipeline;
  const statements = rewrite(file.statements);
  const rewritten = { ...rewrite(rest), file: { ...file, statements } };
  return isSpent ? { pipeline, expanded: new Set() } : { pipeline: rewritten, expanded };
}

function isCall(node: object): node is Call {
  return 'kind' in node && node.kind === 'call' && 'arguments' in node;
}

/** The value of a method that does nothing else. What runs steps by itself is no value. */
function returnedValue(body: readonly Statement[]): Expression | undefined {
  const [only, ...others] = body;
  if (only === undefined || others.length > 0) return undefined;
  const value =
    only.kind === 'expression'
      ? only.expression
      : only.kind === 'control' && only.word === 'return'
        ? only.value
        : undefined;
  if (value === undefined || value.kind === 'closure' || value.kind === 'unreadable') return undefined;
  return value.kind === 'call' && value.of === undefined ? undefined : value;
}

function substituted<Node>(node: Node, given: ReadonlyMap<string, Expression | undefined>): Node {
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map((item: unknown) => substituted(item, given)) as Node;
  if ('kind' in node && node.kind === 'name' && 'name' in node) {
    const argument = given.get(String(node.name));
    if (argument !== undefined) return argument as Node;
  }
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, substituted(value, given)])) as Node;
}
