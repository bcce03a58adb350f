import { defineCommand } from '../declaration/command-declaration.ts';
import { flowFiles } from '../declaration/common-arguments.ts';

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
  run: async ({ args, options }, terminal) =>
    (await import('../actions/schema.ts')).printSchema(args.FILE, options, terminal),
});
