import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { messageOf } from '../../problem/message-of.ts';
import { UsageError, type Command, type Terminal } from '../command.ts';
import { flowOfFile, printProblems } from '../flows/flow-of-file.ts';
import { loadLanguage } from '../flows/load-language.ts';
import { onlyFile, parseArguments } from '../parse-arguments.ts';

export const transpileCommand: Command = {
  help: `Usage: flowgate transpile [-o JENKINSFILE] FILE

Prints the Jenkinsfile of a flow. FILE is a file, or - for standard input.

  -o, --output JENKINSFILE  write to this file instead

Exit status: 0 on success, 1 when the flow has errors (printed on stderr), 2 when a file cannot be read or written.`,
  async run(args, terminal) {
    const { values, positionals } = parseArguments(args, { output: { short: 'o' } });
    const path = onlyFile(positionals);
    const language = await loadLanguage(terminal.environment);
    const { file, flow } = await flowOfFile(path, language, terminal);
    if (flow === undefined) return 1;
    const { jenkinsfile, problems } = language.transpile(flow, file.text);
    printProblems(file, problems, terminal);
    if (problems.some((problem) => problem.severity === 'error')) return 1;
    await print(jenkinsfile, values.output, terminal);
    return 0;
  },
};

async function print(jenkinsfile: string, output: string | undefined, terminal: Terminal): Promise<void> {
  if (output === undefined || output === '-') {
    terminal.stdout.writeDocument(jenkinsfile);
    return;
  }
  try {
    await writeFile(resolve(terminal.workingDirectory, output), jenkinsfile);
  } catch (error) {
    throw new UsageError(`cannot write ${output}: ${messageOf(error)}.`, { cause: error });
  }
}
