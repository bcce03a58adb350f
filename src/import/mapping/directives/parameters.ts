import type { JsonObject } from '../../../base/text/json-value.ts';
import { ownEntry } from '../../../base/text/own-entry.ts';
import { inputIdRule, isId } from '../../../language/document/id-rule.ts';
import { inputVariables } from '../../../language/expressions/reference.ts';
import { reservedBy } from '../../../language/expressions/reserved-names.ts';
import { typeOfJenkinsParameter } from '../../../language/input-types/input-types.ts';
import { argumentsOf } from '../../groovy/arguments-of.ts';
import type { Call, Expression } from '../../groovy/syntax.ts';
import type { Scope } from '../context/job-mapping.ts';
import { referenceTo, type KnownValue } from '../context/names.ts';
import type { ByHand, FlowDraft } from '../drafts/draft-flow.ts';
import type { Reason } from '../drafts/gate.ts';
import { constantOf, type Constant } from '../values/values.ts';
import { branchName, keepNameForPrograms, ownerOfName } from './names-of-flow.ts';

/**
 * Adds an input for each call in `parameters { }`, or in `parameters([...])` of a scripted pipeline, and reports each.
 * Returns the scope in which `params.X`, `env.X` and `X` are known.
 */
export function mapParameters(calls: readonly Call[], scope: Scope): Scope {
  const params = new Map(scope.params);
  const env = new Map(scope.env);
  const reasons: Reason[] = [];
  const { flow, findings, comments } = scope.job;
  for (const call of calls) {
    const { start, end } = call;
    const construct = `parameter ${call.name}`;
    const read = readParameter(call, scope);
    const parameter = 'byHand' in read ? read : (clash(read.id, flow) ?? read);
    if ('byHand' in parameter) {
      findings.add(call, construct, parameter);
      reasons.push({ start, end, construct, why: parameter.byHand });
      const name = argumentsOf(call).get('name');
      const id = name === undefined ? undefined : constantOf(name, scope);
      if (typeof id !== 'string' || 'operand' in (env.get(id) ?? {})) continue;
      const unknown: KnownValue = { form: 'text', unknown: `the parameter ${id} is by hand` };
      params.set(id, unknown);
      env.set(id, unknown);
      continue;
    }
    const { id } = parameter;
    flow.inputs.set(id, { properties: parameter.properties, comments: comments.above(call) });
    const differs = [...parameter.differs, ...keepNameForPrograms(id, flow)];
    findings.add(call, construct, { differs, target: id });
    const known = referenceTo(`inputs.${id}`, parameter.form, parameter.valueDiffers);
    params.set(id, known);
    env.set(id, known);
  }
  return { ...scope, params, env, reasons: [...scope.reasons, ...reasons] };
}

/** Two names of the environment must differ in more than case. */
function clash(id: string, flow: FlowDraft): ByHand | undefined {
  if (id === branchName && flow.inputs.has(id)) return undefined;
  const same = inputVariables(id)
    .map((name) => ownerOfName(name, flow))
    .find((owner) => owner !== undefined);
  return same === undefined ? undefined : { byHand: `its variable would be that of ${same}` };
}

/** A parameter of a job, as an input of a flow or of an approval. */
interface ReadParameter {
  readonly id: string;
  /** As in YAML, without the id. */
  readonly properties: JsonObject;
  /** Without `text` and `operand`, which depend on where the input is declared. */
  readonly form: KnownValue['form'];
  readonly differs: readonly string[];
  /** What differs wherever its value is used. */
  readonly valueDiffers?: string;
}

/** Reads `string(name: 'X', defaultValue: 'a')` and the like. */
export function readParameter(call: Call, scope: Scope): ReadParameter | ByHand {
  const type = typeOfJenkinsParameter(call.name);
  const read = ownEntry(readers, call.name);
  if (type === undefined || read === undefined)
    return { byHand: `flows have no input like the parameter ${call.name}` };
  const given = argumentsOf(call);
  const constant = (name: string): Constant => {
    const expression = given.get(name);
    return expression && constantOf(expression, scope);
  };
  const name = constant('name');
  if (typeof name !== 'string') return { byHand: 'its name is not constant' };
  if (!isId(name, inputIdRule) || reservedBy(name) === 'Flowgate')
    return { byHand: `${name} is not a valid id of an input` };
  const result = read({ given, constant, scope });
  if ('byHand' in result) return result;
  const description = constant('description');
  return {
    id: name,
    properties: {
      type,
      ...(typeof description === 'string' && description !== '' && { description }),
      ...result.properties,
    },
    form: result.form,
    differs: result.differs ?? [],
    ...(result.valueDiffers !== undefined && { valueDiffers: `${name} is ${result.valueDiffers}` }),
  };
}

interface Given {
  readonly given: ReadonlyMap<string, Expression>;
  constant(name: string): Constant;
  readonly scope: Scope;
}

interface ReadKind {
  readonly properties: JsonObject;
  readonly form: KnownValue['form'];
  readonly differs?: readonly string[];
  /** As the end of a sentence: X is ... */
  readonly valueDiffers?: string;
}

type Reader = (given: Given) => ReadKind | ByHand;

const computedDefault = 'its default is computed by Groovy, so each run must give a value';

/** What each kind of parameter has besides its name and description. Jenkins' default is an empty string. */
const readers: Readonly<Record<string, Reader>> = {
  string: readText,
  text: readText,

  booleanParam({ given, constant }): ReadKind {
    const value = constant('defaultValue');
    if (!given.has('defaultValue')) return { properties: { defaults: false }, form: 'boolean' };
    if (typeof value !== 'boolean') return { properties: {}, form: 'boolean', differs: [computedDefault] };
    return { properties: { defaults: value }, form: 'boolean' };
  },

  choice({ given, scope }) {
    const values = choicesOf(given.get('choices'), scope);
    if (values === undefined || values.length === 0) return { byHand: 'its choices are computed by Groovy' };
    const isWord = values.every((value) => /^[\w.,:@%+/-]+$/.test(value));
    return { properties: { values, defaults: values[0]! }, form: isWord ? 'word' : 'text' };
  },

  password({ given }) {
    const kept = given.has('defaultValue') ? ['its default is not copied into the flow'] : [];
    const missing = 'without a value, the variable is not set, but Jenkins has an empty one';
    return { properties: { required: false }, form: 'secret', differs: [...kept, missing] };
  },

  credentials({ constant }): ReadKind {
    const id = constant('defaultValue');
    const defaults = typeof id === 'string' && id !== '' ? `credential:${id}` : undefined;
    return {
      properties: defaults === undefined ? { required: constant('required') === true } : { defaults },
      form: 'secret',
      differs: ['its value is the secret itself, but Jenkins has the id of a credential'],
      valueDiffers: 'the secret itself, but Jenkins has the id of a credential',
    };
  },

  file: () => ({
    properties: { required: false },
    form: 'text',
    differs: ['the variable has the path of the file, but Jenkins writes the file to the name of the parameter'],
    valueDiffers: 'the path of the file, but Jenkins has its name',
  }),
};

function readText({ given, constant }: Given): ReadKind {
  const trimmed = constant('trim') === true ? ['spaces around the value are kept'] : [];
  const value = constant('defaultValue') ?? '';
  if (given.has('defaultValue') && constant('defaultValue') === undefined)
    return { properties: {}, form: 'text', differs: [...trimmed, computedDefault] };
  return { properties: { defaults: String(value) }, form: 'text', differs: trimmed };
}

/** A list, or one string with a choice a line; each choice once. */
function choicesOf(expression: Expression | undefined, scope: Scope): readonly string[] | undefined {
  if (expression === undefined) return undefined;
  if (expression.kind !== 'list') {
    const text = constantOf(expression, scope);
    return typeof text === 'string' ? [...new Set(withoutEnd(text.split(/\r?\n/)))] : undefined;
  }
  const values = expression.items.map((item) => constantOf(item, scope));
  return values.includes(undefined) ? undefined : [...new Set(values.map(String))];
}

/** Java leaves out the empty strings at the end. */
function withoutEnd(lines: readonly string[]): readonly string[] {
  return lines.slice(0, lines.findLastIndex((line) => line !== '') + 1);
}
