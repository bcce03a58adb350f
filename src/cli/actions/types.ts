import type { Schema } from '../../contract/operation-types.ts';
import { didYouMean } from '../../problem/nearest-word.ts';
import type { TextOrJson } from '../declaration/list-options.ts';
import type { ExitStatus } from '../exit-status.ts';
import { loadLanguage } from '../flows/load-language.ts';
import type { GatewayOptions } from '../gateway/gateway-options.ts';
import { jsonText, textTable } from '../terminal-text.ts';
import type { Terminal } from '../terminal.ts';

type TaskType = Schema<'TaskType'>;

/** Lists the task types of this installation or of a server, or describes one. */
export async function showTypes(
  name: string | undefined,
  { format, ...server }: GatewayOptions & { readonly format: TextOrJson },
  terminal: Terminal,
): Promise<ExitStatus> {
  const types = await readTypes(server, terminal);
  if (name === undefined) {
    const row = ({ type, title }: TaskType) => [type, title];
    terminal.stdout.write(format === 'json' ? jsonText(types) : textTable(['TYPE', 'TITLE'], types.map(row)));
    return 0;
  }
  const found = types.find(({ type, aliases }) =>
    [type, ...aliases].some((each) => each === name || isEnd(each, name)),
  );
  if (found === undefined) {
    const names = types.flatMap(({ type }) => [type, shortName(type)]);
    terminal.stderr.write(`flowgate: there is no task type ${JSON.stringify(name)}.${didYouMean(name, names)}\n`);
    return 1;
  }
  terminal.stdout.write(format === 'json' ? jsonText(found) : typeText(found));
  return 0;
}

async function readTypes(server: GatewayOptions, terminal: Terminal): Promise<readonly TaskType[]> {
  if (server.server === undefined && server.context === undefined) {
    const { taskTypes } = await loadLanguage(terminal.environment);
    return taskTypes.types.map(({ documentation }) => documentation as TaskType); // as the gateway sends it
  }
  const { openConnection } = await import('../gateway/open-connection.ts');
  const connection = openConnection(server, terminal);
  return (await connection.body(connection.client.GET('/transpiler/plugins'), ['plugins'])).plugins;
}

function isEnd(type: string, name: string): boolean {
  return shortName(type).toLowerCase() === name.toLowerCase();
}

/** The name without `dev.VENDOR.plugin.`. */
function shortName(type: string): string {
  return type.replace(/^dev\.[^.]+\.plugin\./, '');
}

function typeText({ type, aliases, title, description, schema, examples }: TaskType): string {
  const { properties = {}, required = [] } = schema as {
    readonly properties?: Readonly<Record<string, { readonly description?: string }>>;
    readonly required?: readonly string[];
  }; // a JSON Schema of an object
  const rows = Object.entries(properties).map(([name, property]) => [
    `  ${name}${required.includes(name) ? ' (required)' : ''}`,
    property.description ?? '',
  ]);
  const sections = [
    `${title}\n${type}${aliases.map((alias) => `\n${alias}`).join('')}`,
    description.trim(),
    ...(rows.length === 0 ? [] : [textTable(['Properties:', ''], rows).trimEnd()]),
    ...examples.map((example) => `# ${example.title}\n${example.yaml.trimEnd()}`),
  ];
  return `${sections.join('\n\n')}\n`;
}
