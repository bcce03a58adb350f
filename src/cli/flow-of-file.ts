import type { ValidatedFlow } from '../flow/flow.ts';
import type { Problem } from '../problem/problem.ts';
import type { Terminal } from './command.ts';
import type { Language } from './load-language.ts';
import { problemFormats } from './problem-format.ts';
import { readFlowFile } from './read-flow-file.ts';

/**
 * The flow in a file; what is wrong with it goes to stderr, and a flow with errors is undefined.
 * @throws {UsageFault} when the file cannot be read
 */
export async function flowOfFile(file: string, language: Language, terminal: Terminal): Promise<ValidatedFlow | undefined> {
  const { name, text } = await readFlowFile(file, terminal);
  const { flow, problems } = language.check(text);
  complain(name, problems, terminal);
  return flow;
}

/** Prints problems for people, beside a result on stdout. */
export function complain(file: string, problems: readonly Problem[], terminal: Terminal): void {
  terminal.stderr.write(problemFormats.text([{ file, problems }]));
}
