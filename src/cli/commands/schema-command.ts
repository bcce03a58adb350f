import { flowName } from '../../language/flow/flow-key.ts';
import { inputSchema } from '../../language/inputs/input-schema.ts';
import { flowSchema } from '../../language/task-types/flow-schema.ts';
import { testSchema } from '../../language/test-files/test-schema.ts';
import type { JsonObject } from '../../problem/json-value.ts';
import { UsageError, type Command } from '../command.ts';
import { flowOfFile } from '../flows/flow-of-file.ts';
import { loadLanguage, type Language } from '../flows/load-language.ts';
import { onlyFile, parseArguments } from '../parse-arguments.ts';
import { jsonText } from '../terminal-text.ts';

export const schemaCommand: Command = {
  help: `Usage: flowgate schema FILE
       flowgate schema --of flow|test

Prints the JSON Schema (draft 2020-12) of the inputs of a flow. FILE is a file, or - for standard input.
With --of, prints the schema of all flows, or of their test files, for editors that complete and check YAML.

Exit status: 0 on success, 1 when the flow has errors (printed on stderr), 2 when the file cannot be read.`,
  async run(args, terminal) {
    const { values, positionals } = parseArguments(args, { of: {} });
    const language = await loadLanguage(terminal.environment);
    if (values.of !== undefined) {
      if (positionals.length > 0) throw new UsageError('specify either a file or --of, not both.');
      terminal.stdout.write(jsonText(documentSchema(values.of, language)));
      return 0;
    }
    const { flow } = await flowOfFile(onlyFile(positionals), language, terminal);
    if (flow === undefined) return 1;
    terminal.stdout.write(jsonText(inputSchema(flow.inputs, flowName(flow))));
    return 0;
  },
};

function documentSchema(of: string, { taskTypes }: Language): JsonObject {
  if (of === 'flow') return flowSchema(taskTypes);
  if (of === 'test') return testSchema;
  throw new UsageError(`--of is ${JSON.stringify(of)}; allowed: flow, test.`);
}
