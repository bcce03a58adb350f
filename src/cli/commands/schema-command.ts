import { flowName } from '../../language/flow/flow-key.ts';
import { inputSchema } from '../../language/inputs/input-schema.ts';
import type { Command } from '../command.ts';
import { flowOfFile } from '../flows/flow-of-file.ts';
import { loadLanguage } from '../flows/load-language.ts';
import { onlyFile, parseArguments } from '../parse-arguments.ts';
import { jsonText } from '../terminal-text.ts';

export const schemaCommand: Command = {
  name: 'schema',
  summary: "print the JSON Schema of a flow's inputs",
  help: `Usage: flowgate schema FILE

Prints the JSON Schema (draft 2020-12) of the inputs of a flow. FILE is a file, or - for standard input.

Exit status: 0 on success, 1 when the flow has errors (printed on stderr), 2 when the file cannot be read.`,
  async run(args, terminal) {
    const path = onlyFile(parseArguments(args, {}).positionals);
    const { flow } = await flowOfFile(path, await loadLanguage(terminal.environment), terminal);
    if (flow === undefined) return 1;
    const schema = inputSchema(flow.inputs, flowName(flow));
    terminal.stdout.write(jsonText(schema));
    return 0;
  },
};
