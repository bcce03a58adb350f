import { isExecutionId } from '../../execution/record/execution-id.ts';
import { UsageError } from '../terminal.ts';

/** The id of an execution in an argument. @throws {UsageError} */
export function executionIdOf(word: string): string {
  if (isExecutionId(word)) return word;
  throw new UsageError(`${JSON.stringify(word)} is not an execution id; an example is ${exampleId}.`);
}

const exampleId = '01KBMW7XQ4E2N0V5R8T3Y6Z9AC';
