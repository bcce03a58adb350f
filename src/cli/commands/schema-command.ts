import { flowName } from '../../language/flow/flow-key.ts';
import { defineCommand } from '../declaration/command-declaration.ts';
import { flowFiles } from '../declaration/common-arguments.ts';
import type { Conversion } from '../flows/convert-files.ts';
import { jsonText } from '../terminal-text.ts';
import { UsageError } from '../terminal.ts';

export const schemaCommand = defineCommand({
  summary: "print the JSON Schema of a flow's inputs, of flows or of their tests",
  description: `
Prints the JSON Schema (draft 2020-12) of the inputs of the flow in a file. Those of several flows, of a folder or of a
pattern are written to a folder, as NAMESPACE/ID.schema.json.

With --of, prints the schema of all flows, or of their test files, for editors that complete and check YAML. No server is
needed.`,
  arguments: { FILE: { ...flowFiles.FILE, optional: true } },
  options: {
    output: {
      value: 'PATH',
      short: 'o',
      summary: 'write to this file, or of several flows to this folder',
      completion: 'file',
    },
    of: { value: 'KIND', summary: 'print the schema of all documents of this kind', allowed: ['flow', 'test'] },
  },
  exit: { 1: 'the flow has errors, which are printed on standard error', 2: 'the file cannot be read' },
  examples: [
    { line: 'flowgate schema hello.yaml', does: 'Print the schema of the inputs of a flow' },
    { line: 'flowgate schema --of flow', does: 'Print the schema for an editor' },
  ],
  run: async ({ args, options: { of, output } }, terminal) => {
    if ((args.FILE.length === 0) === (of === undefined))
      throw new UsageError('specify either a file or --of, one of them.');
    if (of === undefined) {
      const { convertFiles } = await import('../flows/convert-files.ts');
      const { inputSchema } = await import('../../language/inputs/input-schema.ts');
      const convert: Conversion['convert'] = (flow) => ({
        text: jsonText(inputSchema(flow.inputs, flowName(flow))),
        problems: [],
      });
      return convertFiles(args.FILE, { output, suffix: '.schema.json', convert }, terminal);
    }
    const { testSchema } = await import('../../language/test-files/test-schema.ts');
    const { flowSchema } = await import('../../language/task-types/flow-schema.ts');
    const { loadLanguage } = await import('../flows/load-language.ts');
    const { taskTypes } = await loadLanguage(terminal.environment);
    terminal.stdout.write(jsonText(of === 'test' ? testSchema : flowSchema(taskTypes)));
    return 0;
  },
});
