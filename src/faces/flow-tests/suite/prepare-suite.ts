import { basename, dirname, resolve } from 'node:path';
import { readRegularFile, UnreadableFile } from '../../../base/config/read-regular-file.ts';
import { asSentence } from '../../../base/problem/describe-value.ts';
import { messageOf } from '../../../base/problem/message-of.ts';
import type { Problem, ReportedProblem } from '../../../base/problem/problem.ts';
import { readTestSuite, type ReadTestSuite } from '../../../language/test-files/read-test-suite.ts';
import type { TestSuite } from '../../../language/test-files/test-suite.ts';
import { FlowFilesError } from '../../offline-flows/flow-file.ts';
import {
  prepareFlow,
  type FileProblems,
  type PreparedFlow,
  type PrepareOptions,
} from '../../offline-flows/prepare-flow.ts';
import { checkSuite } from './check-suite.ts';

/** A test file with its flow, or why it cannot be used. */
export interface PreparedSuite {
  /** The problems of the test file. */
  readonly problems: readonly FileProblems[];
  /** Absolute paths of the files that the result depends on. */
  readonly paths: readonly string[];
  readonly usable?: {
    readonly suite: TestSuite;
    readonly placeOf: ReadTestSuite['placeOf'];
    readonly flow: PreparedFlow;
  };
}

/**
 * Reads a test file and its flow, and checks that they fit together.
 * @param path absolute
 */
export async function prepareSuite(path: string, options: Omit<PrepareOptions, 'runs'>): Promise<PreparedSuite> {
  const file = options.nameOf(path);
  const ofFile = (problems: readonly ReportedProblem[]) => (problems.length === 0 ? [] : [{ file, problems }]);
  const text = textOf(path);
  if (typeof text !== 'string') return { problems: ofFile([{ ...text, severity: 'error', path: '' }]), paths: [path] };
  const read = readTestSuite(text);
  const { suite } = read;
  if (suite === undefined || read.problems().some(isError)) return { problems: ofFile(read.problems()), paths: [path] };

  const flowPath = resolve(dirname(path), suite.flow ?? basename(path).replace(/\.test(?=\.ya?ml$)/, ''));
  const flow = await flowOf(suite, { ...options, path, flowPath });
  if ('code' in flow) return { problems: ofFile(read.problems([flow])), paths: [path, flowPath] };
  const problems = read.problems(flow.ready === undefined ? [] : checkSuite(suite, flow.ready.plan));
  return {
    problems: ofFile(problems),
    paths: [path, ...flow.paths],
    ...(!problems.some(isError) && { usable: { suite, placeOf: (place) => read.placeOf(place), flow } }),
  };
}

interface FlowOptions extends PrepareOptions {
  /** The path of the test file. */
  readonly path: string;
  readonly flowPath: string;
}

/** The flow of a test file, or why it cannot be read. */
async function flowOf(
  { flows }: TestSuite,
  { path, flowPath, ...options }: FlowOptions,
): Promise<PreparedFlow | Problem> {
  const called = flows.length > 0 ? flows.map((each) => resolve(dirname(path), each)) : [dirname(flowPath)];
  const name = options.nameOf(flowPath);
  try {
    const file = { name, path: flowPath, bytes: readRegularFile(flowPath, fileLimits) };
    return await prepareFlow(file, { ...options, roots: [...called, ...options.roots], runs: () => false });
  } catch (error) {
    if (error instanceof FlowFilesError)
      return { code: 'invalid-value', message: sentence(error.message), path: ['flows'] };
    if (!isFileError(error)) throw error;
    return { code: 'unknown-reference', message: `The flow ${name} ${reasonOf(error)}.`, path: ['flow'] };
  }
}

function textOf(path: string): string | Pick<Problem, 'code' | 'message'> {
  try {
    return readRegularFile(path, fileLimits).toString('utf8');
  } catch (error) {
    if (!isFileError(error)) throw error;
    return { code: 'invalid-value', message: `The file ${reasonOf(error)}.` };
  }
}

// A test file names the path of its flow, and another may have written it.
const fileLimits = { maxBytes: 16 * 1024 * 1024, followsLink: true };

function reasonOf(error: NodeJS.ErrnoException): string {
  return error.code === 'ENOENT' ? 'was not found' : `cannot be read: ${messageOf(error)}`;
}

function sentence(message: string): string {
  return asSentence(message.charAt(0).toUpperCase() + message.slice(1));
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof UnreadableFile || (error instanceof Error && 'syscall' in error);
}

function isError({ severity }: ReportedProblem): boolean {
  return severity === 'error';
}
