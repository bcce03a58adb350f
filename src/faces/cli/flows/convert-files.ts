import { join } from 'node:path';
import type { ReportedProblem } from '../../../base/problem/problem.ts';
import type { ValidatedFlow } from '../../../language/flow/flow.ts';
import type { ExitStatus } from '../exit-status.ts';
import { findFiles, isOneFile } from '../files/find-files.ts';
import { writeWhole } from '../files/write-whole.ts';
import { printProblems } from '../problems/print-problems.ts';
import { UsageError, type Terminal } from '../terminal.ts';
import { loadLanguage, type Language } from './load-language.ts';
import { readFlowFile } from './read-flow-file.ts';

export interface Conversion {
  /** A file, or the folder of several; undefined to print one. */
  readonly output: string | undefined;
  /** The extension of the written files, such as `.Jenkinsfile`. */
  readonly suffix: string;
  /** The result for a flow, or the problems that prevent it. */
  convert(
    flow: ValidatedFlow,
    flowText: string,
    language: Language,
  ): { readonly text: string; readonly problems: readonly ReportedProblem[] };
}

/**
 * Converts flows in files. One file is printed, or written to `output`; of several, of a folder or of a pattern, each is
 * written to `<output>/<namespace>/<id><suffix>`. Problems are printed on standard error.
 * @throws {UsageError} for files that cannot be read or written
 */
export async function convertFiles(
  words: readonly string[],
  { output, suffix, convert }: Conversion,
  terminal: Terminal,
): Promise<ExitStatus> {
  const { workingDirectory, stderr, stdout } = terminal;
  const isOne = isOneFile(words, workingDirectory);
  if (!isOne && output === undefined)
    throw new UsageError('several flows need a folder for the results; use --output.');
  const language = await loadLanguage(terminal.environment);
  const names = findFiles(words, workingDirectory, 'flow');
  let status: ExitStatus = 0;
  for (const name of names) {
    const file = await readFlowFile(name, terminal);
    const { flow, problems } = language.check(file.text);
    await printProblems([{ file: file.name, text: file.text, problems }], stderr);
    const converted = flow && convert(flow, file.text, language);
    if (converted) await printProblems([{ file: file.name, text: file.text, problems: converted.problems }], stderr);
    if (flow === undefined || converted === undefined || converted.problems.some(isError)) status = 1;
    else if (output === undefined || (isOne && output === '-')) stdout.writeDocument(converted.text);
    else {
      const path = isOne ? output : join(output, flow.namespace, `${flow.id}${suffix}`);
      await writeWhole(path, converted.text, workingDirectory, { makesFolder: !isOne });
      if (!isOne) stderr.write(`${path}\n`);
    }
  }
  return status;
}

function isError({ severity }: ReportedProblem): boolean {
  return severity === 'error';
}
