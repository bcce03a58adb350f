import { defineCommand } from '../declaration/command-declaration.ts';
import { flowFiles } from '../declaration/common-arguments.ts';
import type { Conversion } from '../flows/convert-files.ts';

export const transpileCommand = defineCommand({
  summary: 'convert a flow to a Jenkinsfile',
  description: `
Prints the Jenkinsfile of the flow in a file. Those of several flows, of a folder or of a pattern are written to a folder,
as NAMESPACE/ID.Jenkinsfile. No server or Jenkins is needed.`,
  arguments: flowFiles,
  options: {
    output: {
      value: 'PATH',
      short: 'o',
      summary: 'write to this file, or of several flows to this folder',
      completion: 'file',
    },
  },
  exit: {
    1: 'the flow has errors, which are printed on standard error',
    2: 'a file cannot be read or written',
  },
  examples: [
    { line: 'flowgate transpile hello.yaml', does: 'Print the Jenkinsfile' },
    { line: 'flowgate transpile -o Jenkinsfile hello.yaml', does: 'Write it to a file' },
    { line: 'flowgate transpile -o jenkinsfiles flows', does: 'Write those of all flows in a folder' },
  ],
  run: async ({ args, options: { output } }, terminal) => {
    const { convertFiles } = await import('../flows/convert-files.ts');
    const conversion: Conversion = {
      output,
      suffix: '.Jenkinsfile',
      convert: (flow, text, language) => {
        const { jenkinsfile, problems } = language.transpile(flow, text);
        return { text: jenkinsfile, problems };
      },
    };
    return convertFiles(args.FILE, conversion, terminal);
  },
});
