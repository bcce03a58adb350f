import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { ValidatedFlow } from '../../language/flow/flow.ts';
import { messageOf } from '../../problem/message-of.ts';
import type { ReportedProblem } from '../../problem/problem.ts';
import type { ExitStatus } from '../exit-status.ts';
import { findFiles, isOneFile } from '../files/find-files.ts';
import { writeWhole } from '../files/write-whole.ts';
import { printProblems } from '../problems/print-problems.ts';
import { UsageError, type Terminal } from '../terminal.ts';
import { flowOfFile } from './flow-of-file.ts';
import type { Language } from './load-language.ts';

export interface Conversion {
  /** What the names of files end with, such as `.Jenkinsfile`. */
  readonly suffix: string;
  /** What a flow becomes, and what prevents it. */
  convert(
    flow: ValidatedFlow,
    flowText: string,
  ): { readonly text: string; readonly problems: readonly ReportedProblem[] };
}

/**
 * Converts flows in files. One file is printed, or written to `output`; of several, of a folder or of a pattern, each is
 * written to `<output>/<namespace>/<id><suffix>`. Problems are printed on standard error.
 * @throws {UsageError} for files that cannot be read or written
 */
export async function convertFiles(
  words: readonly string[],
  output: string | undefined,
  {
    language,
    conversion,
    terminal,
  }: { readonly language: Language; readonly conversion: Conversion; readonly terminal: Terminal },
): Promise<ExitStatus> {
  const { workingDirectory, stderr, stdout } = terminal;
  const isOne = isOneFile(words, workingDirectory);
  if (!isOne && output === undefined)
    throw new UsageError('several flows need a folder for the results; use --output.');
  const names = findFiles(words, workingDirectory, 'flow');
  let status: ExitStatus = 0;
  for (const name of names) {
    const { file, flow } = await flowOfFile(name, language, terminal);
    const converted = flow && conversion.convert(flow, file.text);
    if (converted) await printProblems([{ file: file.name, text: file.text, problems: converted.problems }], stderr);
    if (flow === undefined || converted === undefined || converted.problems.some(isError)) status = 1;
    else if (output === undefined || (isOne && output === '-')) stdout.writeDocument(converted.text);
    else {
      const path = isOne ? output : join(output, flow.namespace, `${flow.id}${conversion.suffix}`);
      if (!isOne) await createFolder(dirname(resolve(workingDirectory, path)));
      await writeWhole(path, converted.text, workingDirectory);
      if (!isOne) stderr.write(`${path}\n`);
    }
  }
  return status;
}

async function createFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
  } catch (error) {
    throw new UsageError(`cannot write ${path}: ${messageOf(error)}.`, { cause: error });
  }
}

function isError({ severity }: ReportedProblem): boolean {
  return severity === 'error';
}
