import type { Placed } from '../../document/entries.ts';
import { flowIdRule, namespaceRule } from '../../document/id-rule.ts';
import {
  boolean,
  entries,
  id,
  integer,
  nested,
  property,
  texts,
  word,
  type PropertyOptions,
} from '../../document/property-kinds.ts';
import type { PropertyReader } from '../../document/property-reader.ts';
import { section, type Property } from '../../document/section.ts';
import { parseTemplate } from '../../expressions/parse-template.ts';
import { environmentNameSyntax } from '../../expressions/reserved-names.ts';
import { concurrencyBehaviors, durabilities, type Concurrency, type Variable } from '../flow.ts';
import { addInside } from '../relative-problems.ts';
import { duration, workerGroup } from './flow-property-kinds.ts';
import { locks, priority } from './locks-section.ts';
import { commitStatus, notify } from './notify-section.ts';
import { retry } from './retry-section.ts';

export const concurrencySection = section('How many executions run at once.', {
  limit: integer({ required: true, minimum: 1, description: 'The number of executions that run at once.' }),
  behavior: word(concurrencyBehaviors, 'QUEUE', {
    description: 'What happens to the next execution: it is held until it can run, is cancelled, or fails.',
  }),
});

/** A list whose items match the definition with this name. */
const listOf = (definition: string, of: string, options: PropertyOptions & { readonly whenEmpty?: string }) =>
  entries({ ...options, of, items: { $ref: `#/$defs/${definition}` } });

/** The properties of a flow (docs/reference/flows.md). */
export const flowSection = section('A flow: typed inputs, tasks that run in order, and outputs.', {
  id: id(flowIdRule, { description: 'Names the flow in its namespace.' }),
  namespace: id(namespaceRule, {
    description: 'The group of the flow, in lower case.',
    details: 'Namespace and id together identify the flow.',
  }),
  description: flowDescription({
    description: 'What the flow does.',
    details: 'Without one, you get the warning `missing-description`.',
  }),
  labels: texts({
    description: 'Names and values to find the flow by.',
    details: 'Search for `name:value`; you cannot search for a name that contains `:`.',
  }),
  inputs: listOf('input', '[inputs](inputs.md)', { description: 'The values that each execution needs.' }),
  variables: variables({
    description: 'Environment variables for every task; the strings can refer to inputs and to variables above.',
    details: 'See [variables](flows.md#variables).',
  }),
  tasks: listOf('task', '[tasks](tasks.md)', {
    required: true,
    details: 'At least one.',
    whenEmpty: '"tasks" is empty; a flow needs at least one task.',
    description: 'Run in this order.',
  }),
  errors: listOf('task', '[tasks](tasks.md)', {
    description: 'Run in this order after one of the tasks has failed.',
    details: 'See [errors and finally](flows.md#errors-and-finally).',
  }),
  finally: listOf('task', '[tasks](tasks.md)', { description: 'Always run last.' }),
  outputs: listOf('output', '[outputs](flows.md#outputs)', {
    description: 'The values that the flow returns.',
  }),
  checks: listOf('check', '[checks](flows.md#checks)', {
    description: 'Conditions that must be true before the flow runs.',
  }),
  triggers: listOf('trigger', '[triggers](flows.md#triggers)', {
    description: 'Schedules and webhooks that start the flow.',
  }),
  timeout: duration({
    description: 'The time limit of a whole run.',
    details:
      'A run that exceeds it fails. The time spent waiting for child executions counts; waiting for people, times and signals does not.',
  }),
  retry: retry({ description: 'The default retry policy of all tasks.' }),
  worker_group: workerGroup({
    description: 'The Jenkins label of the agents to run on: a string, or `{key: label}`.',
  }),
  concurrency: concurrency({ description: concurrencySection.description }),
  locks: locks({
    description: 'What each execution holds while it runs, such as a database; the names can refer to inputs.',
    details: 'See [locks and priority](flows.md#locks-and-priority).',
  }),
  priority: priority({
    description: 'Which of the held and queued executions runs first: 100 is the most urgent; default 50.',
    details: 'See [locks and priority](flows.md#locks-and-priority).',
  }),
  disabled: boolean(false, {
    description: 'A disabled flow does not run.',
    details: 'Flowgate keeps it, but no other flow can call it either.',
  }),
  keep_workspace: boolean(false, {
    description:
      'Whether the workspace keeps its files from one run to the next. Flows that are called without an execution of their own share the workspace of their caller.',
  }),
  durability: word(durabilities, 'full', {
    description: 'With `performance`, builds are cheaper but do not survive a crash of Jenkins.',
    details: 'See [durability](flows.md#durability).',
  }),
  notify: notify({
    description: 'Whom to notify of what; an empty list switches off the defaults of the namespace.',
  }),
  commit_status: commitStatus({ description: 'The commit that shows the state of each execution.' }),
});

function flowDescription(options: PropertyOptions): Property<string | undefined> {
  return property(options, { type: 'string', schema: { type: 'string' } }, (reader, key) => {
    if ((reader.value(key) ?? '') === '') {
      const message = 'The flow has no "description"; add one to tell others what it is for.';
      reader.problems.push({ code: 'missing-description', message, path: [], at: 'first-key' });
    }
    return reader.text(key);
  });
}

/** A map of strings, read after the section that contains it. */
function variables(options: PropertyOptions): Property<PropertyReader | undefined> {
  const schema = {
    type: 'object',
    additionalProperties: { type: 'string' },
    propertyNames: { pattern: environmentNameSyntax.source },
  };
  return property(options, { type: 'map of strings', schema }, (reader, key) => reader.mapAt(key));
}

/**
 * Reads the first `max` variables of a flow. A variable whose value is not a string is reported and still declares its
 * name. So do variables beyond the limit, which are not read.
 */
export function readVariables(
  reader: PropertyReader | undefined,
  max: number,
): { readonly variables: readonly Placed<Variable>[]; readonly unreadNames: readonly string[] } {
  if (reader === undefined) return { variables: [], unreadNames: [] };
  const { names, path, problems } = reader;
  if (names.length > max) {
    const message = `The flow has ${names.length} variables; the maximum is ${max}.`;
    problems.push({ code: 'invalid-value', message, path, at: 'key' });
  }
  return { variables: names.slice(0, max).map((name) => readVariable(reader, name)), unreadNames: names.slice(max) };
}

function readVariable(reader: PropertyReader, name: string): Placed<Variable> {
  const path = reader.pathOf(name);
  const written = (reader.isMissing(name) ? undefined : reader.text(name)) ?? '';
  const { template, problems } = parseTemplate(written);
  addInside(reader.problems, path, problems);
  return { value: { name, text: written, value: template }, path };
}

function concurrency(options: PropertyOptions): Property<Concurrency | undefined> {
  const declared = nested(concurrencySection, options, ({ limit, behavior }) =>
    limit === undefined ? undefined : { limit, behavior },
  );
  return { ...declared, type: '[concurrency](flows.md#concurrency)' };
}
