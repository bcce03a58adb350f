import type { ValidatedFlow } from '../../language/flow/flow.ts';
import type { Terminal } from '../terminal.ts';
import type { Language } from './load-language.ts';
import { printProblems } from '../problems/print-problems.ts';
import { readFlowFile, type FlowFile } from './read-flow-file.ts';

/**
 * Reads a file and the flow in it. Prints its problems to stderr; a flow with errors is absent.
 * @throws {UsageError} when the file cannot be read
 */
export async function flowOfFile(
  path: string,
  language: Language,
  terminal: Terminal,
): Promise<{ readonly file: FlowFile; readonly flow?: ValidatedFlow }> {
  const file = await readFlowFile(path, terminal);
  const { flow, problems } = language.check(file.text);
  await printProblems([{ file: file.name, text: file.text, problems }], terminal.stderr);
  return { file, ...(flow && { flow }) };
}
