import { isJsonObject, type JsonObject, type JsonValue } from '../../src/base/text/json-value.ts';
import { commonTaskPropertyNames } from '../../src/language/flow/read/task-section.ts';
import { shortTypeName } from '../../src/language/flow/type-names.ts';
import type { TaskTypeDocumentation } from '../../src/language/task-types/task-registry.ts';

/** The page of a task type, with the properties and examples from its module. */
export function taskPage(type: TaskTypeDocumentation): string {
  return [
    `# ${shortTypeName(type.type)}\n`,
    `<!-- Written by \`npm run docs\` from the task module. -->\n`,
    `${type.title}. \`type: ${type.type}\`\n`,
    ...(type.aliases.length > 0 ? [`Aliases: \`${type.aliases.join('`, `')}\`.\n`] : []),
    `${type.description.trim()}\n`,
    propertyTable(type.schema),
    'It also accepts the [properties of every task](../tasks.md#properties-of-every-task).\n',
    '## Examples\n',
    ...type.examples.map((example) => exampleSection(example.title, example.yaml, example.problems)),
  ].join('\n');
}

function propertyTable(schema: JsonObject): string {
  const required = isList(schema.required) ? schema.required : [];
  const properties = isJsonObject(schema.properties) ? Object.entries(schema.properties) : [];
  const rows = properties
    .filter(([name]) => !commonTaskPropertyNames.includes(name))
    .map(([name, property]) => propertyRow(name, isJsonObject(property) ? property : {}, required.includes(name)));
  return ['## Properties\n', '| property | type | required | meaning |', '|---|---|---|---|', ...rows, ''].join('\n');
}

function propertyRow(name: string, property: JsonObject, isRequired: boolean): string {
  const fallback = property.default === undefined ? '' : ` Default: \`${JSON.stringify(property.default)}\`.`;
  const meaning = `${String(property.description ?? '')
    .trim()
    .replaceAll('\n', ' ')}${fallback}`;
  return `| \`${name}\` | ${inTable(typeName(property))} | ${isRequired ? 'yes' : ''} | ${inTable(meaning)} |`;
}

function typeName(property: JsonObject): string {
  if (isList(property.enum)) return property.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (property['x-tasks'] === true) return 'list of [tasks](../tasks.md)';
  if (property['x-inputs'] === true) return 'list of [inputs](../inputs.md)';
  if (property.type === 'array')
    return `list of ${isJsonObject(property.items) ? typeName(property.items) : 'anything'}`;
  if (isList(property.type))
    return property.type
      .map((type) => (type === 'string' ? stringName(property) : String(type)))
      .filter((name) => name !== '')
      .join(' or ');
  const alternatives = property.oneOf ?? property.anyOf;
  if (isList(alternatives))
    return [...new Set(alternatives.map((each) => (isJsonObject(each) ? typeName(each) : 'anything')))].join(' or ');
  if (isJsonObject(property.properties))
    return `map with ${Object.keys(property.properties)
      .map((name) => `\`${name}\``)
      .join(', ')}`;
  return property.type === undefined ? 'anything' : String(property.type).replace('object', 'map');
}

/** A string in place of another type is a reference; quoted values are not documented. */
function stringName({ pattern }: JsonObject): string {
  return String(pattern).includes('inputs') ? '[reference](../tasks.md#references-as-numbers-and-booleans)' : '';
}

function exampleSection(title: string, yaml: string, problems: readonly string[] = []): string {
  const remark =
    problems.length === 0
      ? ''
      : `\nResult: ${problems.map((code) => `[\`${code}\`](../problems.md#${code})`).join(', ')}.\n`;
  return `${title}\n\n\`\`\`yaml\n${yaml.trim()}\n\`\`\`\n${remark}`;
}

function inTable(text: string): string {
  return text.replaceAll('|', '\\|');
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
