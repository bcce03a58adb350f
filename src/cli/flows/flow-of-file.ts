import type { ValidatedFlow } from '../../language/flow/flow.ts';
import type { ReportedProblem } from '../../problem/problem.ts';
import type { Terminal } from '../terminal.ts';
import type { Language } from './load-language.ts';
import { problemFormats } from './problem-format.ts';
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
  printProblems(file, problems, terminal);
  return { file, ...(flow && { flow }) };
}

/** Prints problems to stderr, because stdout is for the result. */
export function printProblems(file: FlowFile, problems: readonly ReportedProblem[], terminal: Terminal): void {
  terminal.stderr.write(problemFormats.text([{ file: file.name, problems }]));
}
