import { didYouMean } from '../../../base/text/nearest-word.ts';
import type { Schema } from '../../api-client/operation-types.ts';
import { defineCommand } from '../declaration/command-declaration.ts';
import { formatOption } from '../declaration/common-words.ts';
import { localGatewayOptions, type GatewayOptions } from '../gateway/gateway-options.ts';
import { printResult, printTable } from '../print-result.ts';
import { tableLines } from '../terminal-text.ts';
import type { Terminal } from '../terminal.ts';

export const types = defineCommand({
  summary: 'list task types, or describe one',
  description: `
Lists the task types of this installation with their titles, or describes one: its properties and examples.

With --server or --context, uses the types of a running Flowgate, which can differ. Without these options, no server is
used.`,
  arguments: {
    TYPE: { summary: 'the name of a type, or the last parts of it', optional: true, completion: 'type' },
  },
  options: { ...formatOption, ...localGatewayOptions },
  exit: { 1: 'the type was not found' },
  examples: {
    'flowgate types': 'List all types',
    'flowgate types Log': 'Describe one type',
  },
  run: async ({ args: { TYPE: name }, options }, terminal) => {
    const all = await readTypes(options, terminal);
    if (name === undefined)
      return printTable(all, { TYPE: ({ type }) => type, TITLE: ({ title }) => title }, options, terminal);
    const named = all.filter(({ type, aliases }) => [type, ...aliases].some((each) => isNamed(each, name)));
    const [found, ...others] = named;
    if (found === undefined || others.length > 0) {
      terminal.stderr.writeMessage(notOne(name, { named, all }));
      return 1;
    }
    return printResult(found, typeText(found).split('\n'), options, terminal);
  },
});

type TaskType = Schema<'TaskType'>;

async function readTypes(server: GatewayOptions, terminal: Terminal): Promise<readonly TaskType[]> {
  if (server.server === undefined && server.context === undefined) {
    const { loadLanguage } = await import('../flows/load-language.ts');
    const { taskTypes } = await loadLanguage(terminal.environment);
    return taskTypes.types.map(({ documentation }) => documentation as TaskType); // as the gateway sends it
  }
  const { openConnection } = await import('../gateway/open-connection.ts');
  const connection = openConnection(server, terminal);
  return (await connection.body(connection.client.GET('/transpiler/plugins'), ['plugins'])).plugins;
}

/** Whether a name is a type, or the last parts of it. Ignores case. */
function isNamed(type: string, name: string): boolean {
  return `.${type}`.toLowerCase().endsWith(`.${name}`.toLowerCase());
}

function notOne(
  name: string,
  { named, all }: { readonly named: readonly TaskType[]; readonly all: readonly TaskType[] },
): string {
  const word = JSON.stringify(name);
  if (named.length > 0) return `${word} is ambiguous: ${named.map(({ type }) => type).join(', ')}.`;
  const names = all.flatMap(({ type }) => type.split('.').map((_, index, parts) => parts.slice(index).join('.')));
  return `the task type ${word} was not found.${didYouMean(name, names)}`;
}

/** Some examples show a problem. */
function problemNote({ problems = [] }: TaskType['examples'][number]): string {
  return problems.length === 0 ? '' : ` (the problem ${problems.join(', ')})`;
}

interface PropertySchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly description?: string;
}

function typeText({ type, aliases, title, description, schema, examples }: TaskType): string {
  const { properties = {}, required = [] } = schema as {
    readonly properties?: Readonly<Record<string, PropertySchema>>;
    readonly required?: readonly string[];
  }; // a JSON Schema of an object
  const rows = Object.entries(properties).map(([name, property]) => [
    `  ${name}${required.includes(name) ? ' (required)' : ''}`,
    name === 'type' ? '' : valueText(property), // the names of the type are printed above
    `${property.description ?? ''}${property.default === undefined ? '' : ` Default: ${wordOf(property.default)}.`}`,
  ]);
  const sections = [
    `${title}\n${type}${aliases.map((alias) => `\n${alias}`).join('')}`,
    description.trim(),
    ...(rows.length === 0 ? [] : [tableLines(['Properties:', '', ''], rows).join('\n')]),
    ...examples.map((example) => `# ${example.title}${problemNote(example)}\n${example.yaml.trimEnd()}`),
  ];
  return sections.join('\n\n');
}

const typeWords: Readonly<Record<string, string>> = { object: 'map', array: 'list' };

/**
 * A short description of the values that a property accepts: its allowed values or types; empty for alternatives that
 * are not simple types.
 */
function valueText({ type = [], enum: values }: PropertySchema): string {
  if (values !== undefined) return values.map(wordOf).join(' | ');
  return [type]
    .flat()
    .map((word) => typeWords[word] ?? word)
    .join(' or ');
}

function wordOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
