import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commands } from '../../src/faces/cli/command-list.ts';
import {
  allCommands,
  environmentOf,
  statusesOf,
  summaryWithNotes,
  type NamedCommand,
} from '../../src/faces/cli/declaration/listed-commands.ts';
import { exitStatuses } from '../../src/faces/cli/exit-status.ts';
import { gatewayOptions } from '../../src/faces/cli/gateway/gateway-options.ts';
import { commandParser } from '../../src/faces/cli/parser/command-parser.ts';
import { flowed } from '../../src/faces/cli/parser/help-style.ts';
import { withTable } from './generated-table.ts';

const source = 'written by `npm run docs` from src/faces/cli';

/** The variables about the server, which are described once. */
const serverVariables = new Set<string>(
  Object.values(gatewayOptions).flatMap((option) => ('variable' in option ? [option.variable] : [])),
);

/** The page of the command line: its tables, and a section for each command. */
export function commandLinePage(): string {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'reference', 'command-line.md'), 'utf8');
  const listed = allCommands(commands);
  const list = listed.map(
    ({ name, declaration }) => `| [\`${name}\`](#${anchor(name)}) | ${cell(declaration.summary)} |`,
  );
  const statuses = Object.entries(exitStatuses).map(([status, meaning]) => `| ${status} | ${meaning} |`);
  const note = `<!-- Each command: ${source}/commands. -->`;
  const withLists = withTable(
    withTable(page, `<!-- Commands: ${source}/commands. -->`, table(['command', 'what it does'], list)),
    `<!-- Exit statuses: ${source}/exit-status.ts. -->`,
    table(['status', 'meaning'], statuses),
  );
  const start = withLists.indexOf(note);
  if (start < 0) throw new Error(`docs/reference/command-line.md does not contain the note ${note}`);
  return `${withLists.slice(0, start)}${note}\n\n${listed.map(section).join('\n')}`;
}

function section({ name, declaration }: NamedCommand): string {
  const { description, arguments: args, options, examples } = declaration;
  const parser = commandParser({ name, declaration });
  const help = parser.createHelp();
  const words = Object.entries(args).map(([word, details]) => `| \`${word}\` | ${cell(summaryWithNotes(details))} |`);
  const rows = Object.entries(options)
    .filter(([option]) => !Object.hasOwn(gatewayOptions, option))
    .map(([option, details]) => {
      const term = `${details.short === undefined ? '' : `-${details.short}, `}--${option}${details.value === undefined ? '' : ` ${details.value}`}`;
      return `| \`${term}\` | ${cell(summaryWithNotes(details))} |`;
    });
  const usesServer = Object.hasOwn(options, 'server');
  const variables = Object.entries(environmentOf(declaration))
    .filter(([variable]) => !serverVariables.has(variable))
    .map(([variable, meaning]) => `| \`${variable}\` | ${cell(meaning)} |`);
  const statuses = statusesOf(declaration).map(([status, meaning]) => `| ${status} | ${cell(meaning)} |`);
  const parts = [
    `### flowgate ${name}`,
    `\`\`\`text\n${help.commandUsage(parser)}\n\`\`\``,
    escaped(flowed(description)),
    ...(words.length === 0 ? [] : [table(['argument', 'meaning'], words)]),
    ...(rows.length === 0 ? [] : [table(['option', 'meaning'], rows)]),
    ...(usesServer ? ['Also accepts the [options for a server](#server).'] : []),
    ...(variables.length === 0 ? [] : [table(['variable', 'meaning'], variables)]),
    table(['exit status', 'meaning'], statuses),
    `\`\`\`sh\n${Object.entries(examples)
      .map(([line, does]) => `# ${does}\n${line}`)
      .join('\n\n')}\n\`\`\``,
  ];
  return `${parts.join('\n\n')}\n`;
}

function table(head: readonly string[], rows: readonly string[]): string {
  return [`| ${head.join(' | ')} |`, `|${head.map(() => '---').join('|')}|`, ...rows].join('\n');
}

function cell(text: string): string {
  return escaped(text).replaceAll('|', '\\|');
}

/** Stars and angle brackets would be emphasis and HTML; text in backquotes stays as it is. */
function escaped(text: string): string {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? part.replaceAll(/[*<]/g, '\\$&') : part))
    .join('`');
}

function anchor(name: string): string {
  return `flowgate-${name.replaceAll(' ', '-')}`;
}
