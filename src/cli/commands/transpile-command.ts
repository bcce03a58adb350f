import { defineCommand } from '../declaration/command-declaration.ts';
import { flowFile } from '../declaration/common-arguments.ts';

export const transpileCommand = defineCommand({
  summary: 'convert a flow to a Jenkinsfile',
  description: 'Prints the Jenkinsfile of the flow in a file. No server or Jenkins is needed.',
  arguments: flowFile,
  options: {
    output: { value: 'JENKINSFILE', short: 'o', summary: 'write to this file instead', completion: 'file' },
  },
  exit: {
    1: 'the flow has errors, which are printed on standard error',
    2: 'a file cannot be read or written',
  },
  examples: [
    { line: 'flowgate transpile hello.yaml', does: 'Print the Jenkinsfile' },
    { line: 'flowgate transpile -o Jenkinsfile hello.yaml', does: 'Write it to a file' },
  ],
  run: async ({ args, options }, terminal) =>
    (await import('../actions/transpile.ts')).transpileFile(args.FILE, options.output, terminal),
});
