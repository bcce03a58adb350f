import { readFile } from 'node:fs/promises';
import { messageOf } from '../base/problem/message-of.ts';
import { severityOf } from '../base/problem/problem-catalogue.ts';
import type { Problem, ReportedProblem } from '../base/problem/problem.ts';
import { isJsonObject } from '../base/text/json-value.ts';
import { defaultFlowLimits } from '../language/document/flow-limits.ts';
import { parseFlowDocument } from '../language/document/parse-flow-document.ts';
import { PropertyReader } from '../language/document/property-reader.ts';
import { Suggestions } from '../language/document/suggestions.ts';
import { problemsOf } from '../language/flow/check-flow.ts';

// Such a file can be larger than a flow.
const limits = { ...defaultFlowLimits, flowBytes: 16 * 1024 * 1024 };

/** Thrown for a file of the operator that cannot be used; the message lists all problems. */
class OperatorFileError extends Error {
  override readonly name = 'OperatorFileError';
}

/** What is in a file of the operator; without a value if there are problems. */
export interface OperatorFile<Value> {
  readonly value?: Value;
  readonly problems: readonly ReportedProblem[];
}

/** @param what the file, in messages: `policy` @throws {OperatorFileError} */
export async function loadOperatorFile<Value>(
  path: string,
  what: string,
  read: (text: string) => OperatorFile<Value>,
): Promise<Value> {
  const { value, problems } = read(await readOperatorText(path, what));
  if (value === undefined) throw new OperatorFileError(describeProblems(path, what, problems));
  return value;
}

/**
 * Reads a YAML file of the operator. If it is invalid, returns all problems instead of a value.
 * @param whenNoMap the message if it is not a map
 */
export function readOperatorFile<Value>(
  text: string,
  whenNoMap: string,
  read: (root: PropertyReader) => Value,
): OperatorFile<Value> {
  const { document, problems: syntaxProblems, sourceRange } = parseFlowDocument({ text, format: 'yaml' }, limits);
  const reported = syntaxProblems.map(({ problem, source }): ReportedProblem => {
    return {
      code: problem.code,
      severity: severityOf(problem),
      message: problem.message,
      path: '',
      ...sourceRange(source),
    };
  });
  if (document === undefined) return { problems: reported };
  const found: Problem[] = [];
  const isMap = isJsonObject(document.value);
  const reading = { sourceText: document.sourceText, suggestions: new Suggestions(), problems: found };
  const value = isMap ? read(new PropertyReader({ map: document.value, path: [] }, reading)) : undefined;
  if (!isMap) found.push({ code: 'not-a-mapping', message: whenNoMap, path: [] });
  const problems = [...reported, ...problemsOf(found, document)].filter(({ severity }) => severity === 'error');
  return problems.length === 0 && value !== undefined ? { value, problems } : { problems };
}

async function readOperatorText(path: string, what: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
  } catch (error) {
    throw new OperatorFileError(`Cannot read the ${what}: ${messageOf(error)}`, { cause: error });
  }
}

function describeProblems(path: string, what: string, problems: readonly ReportedProblem[]): string {
  const lines = problems.map(
    ({ line = 1, column = 1, code, message }) => `  ${path}:${line}:${column} ${code} ${message}`,
  );
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  return `Invalid ${what}, ${count}:\n${lines.join('\n')}`;
}
