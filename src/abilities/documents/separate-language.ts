import { setImmediate } from 'node:timers/promises';
import { AppError } from '../../base/problem/app-error.ts';
import type { ProcessPool } from '../../language/processes/process-pool.ts';
import type { WorkOwner } from '../../language/safe-patterns/bounded-runner.ts';
import type { ArgumentOf, FlowLanguage, LanguageOperations, OperationName, ResultOf } from './flow-language.ts';

/** An operation sent to a process. */
export interface LanguageWork {
  readonly name: OperationName;
  readonly argument: ArgumentOf<OperationName>;
}

export type LanguagePool = Pick<ProcessPool<LanguageWork, ResultOf<OperationName>>, 'run'>;

// Ten times as long as the most complex document within the default limits takes; an operator may have raised the
// limits.
const millisecondsPerPart = 15_000;
const partCharacters = 256 * 1024;

/** The flow language in its own processes. */
export class SeparateLanguage implements FlowLanguage {
  readonly #pool: LanguagePool;

  constructor(pool: LanguagePool) {
    this.#pool = pool;
  }

  async ask<Name extends OperationName>(
    name: Name,
    argument: ArgumentOf<Name>,
    owner: WorkOwner,
  ): Promise<ResultOf<Name>> {
    // Copying data to a process and back takes time in this one too, so other requests get a turn.
    await setImmediate();
    const milliseconds = millisecondsPerPart * Math.max(1, lengthOf(argument) / partCharacters);
    const outcome = await this.#pool.run({ name, argument }, { owner, milliseconds });
    if (outcome.kind === 'done') return outcome.result as ResultOf<Name>; // the process returns the result of this operation
    if (name === 'import') return tooComplexToImport(milliseconds) as ResultOf<Name>; // `name` is 'import'
    if (name === 'check') return tooComplex(argument as ArgumentOf<'check'>, milliseconds) as ResultOf<Name>; // `name` is 'check'
    throw new AppError('too-busy', 'Processing the flow took too long. Try again later.');
  }
}

/** Runs the operations that a `SeparateLanguage` sends. */
export function performLanguageWork(
  { name, argument }: LanguageWork,
  operations: LanguageOperations,
): ResultOf<OperationName> {
  const operation = operations[name] as (argument: ArgumentOf<OperationName>) => ResultOf<OperationName>; // name and argument were sent together
  return operation(argument);
}

function tooComplex({ format }: ArgumentOf<'check'>, milliseconds: number): ResultOf<'check'> {
  const message = `Checking the document takes more than ${Math.round(milliseconds / 1000)} seconds or exceeds the memory limit. Simplify the document.`;
  const place = format === 'json' ? {} : { line: 1, column: 1, endLine: 1, endColumn: 1 };
  return { problems: [{ code: 'yaml-too-complex', severity: 'error', message, path: '', ...place }] };
}

function tooComplexToImport(milliseconds: number): ResultOf<'import'> {
  return { note: `it takes more than ${Math.round(milliseconds / 1000)} seconds or exceeds the memory limit` };
}

function lengthOf(argument: ArgumentOf<OperationName>): number {
  if ('text' in argument) return argument.text.length;
  return 'source' in argument ? argument.source.text.length : 0;
}
