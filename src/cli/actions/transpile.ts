import type { ExitStatus } from '../exit-status.ts';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { messageOf } from '../../problem/message-of.ts';
import { UsageError, type Terminal } from '../terminal.ts';
import { flowOfFile, printProblems } from '../flows/flow-of-file.ts';
import { loadLanguage } from '../flows/load-language.ts';

export async function transpileFile(path: string, output: string | undefined, terminal: Terminal): Promise<ExitStatus> {
  const language = await loadLanguage(terminal.environment);
  const { file, flow } = await flowOfFile(path, language, terminal);
  if (flow === undefined) return 1;
  const { jenkinsfile, problems } = language.transpile(flow, file.text);
  printProblems(file, problems, terminal);
  if (problems.some((problem) => problem.severity === 'error')) return 1;
  await print(jenkinsfile, output, terminal);
  return 0;
}

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
