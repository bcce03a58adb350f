import { setImmediate } from 'node:timers/promises';
import type { WorkOwner } from '../../language/patterns/bounded-engine.ts';
import { AppError } from '../../problem/app-error.ts';
import type { ThreadPool } from '../../threads/thread-pool.ts';
import type { ArgumentOf, FlowLanguage, LanguageOperations, OperationName, ResultOf } from './flow-language.ts';

/** An operation on its way to a thread. */
export interface LanguageWork {
  readonly name: OperationName;
  readonly argument: ArgumentOf<OperationName>;
}

export type LanguagePool = Pick<ThreadPool<LanguageWork, ResultOf<OperationName>>, 'run'>;

// Ten times what the most complex document within the default limits takes; longer documents are allowed on purpose.
const millisecondsPerPart = 15_000;
const partCharacters = 256 * 1024;

/** The flow language in other threads. */
export class ThreadedLanguage implements FlowLanguage {
  readonly #pool: LanguagePool;

  constructor(pool: LanguagePool) {
    this.#pool = pool;
  }

  async ask<Name extends OperationName>(
    name: Name,
    argument: ArgumentOf<Name>,
    owner: WorkOwner,
  ): Promise<ResultOf<Name>> {
    // What has just come from a thread took time to take in, and what goes there takes time to copy.
    await setImmediate();
    const milliseconds = millisecondsPerPart * Math.max(1, lengthOf(argument) / partCharacters);
    const outcome = await this.#pool.run({ name, argument }, { owner, milliseconds });
    if (outcome.kind === 'done') return outcome.result as ResultOf<Name>; // the thread answers what it was asked
    if (name === 'check') return tooComplex(argument as ArgumentOf<'check'>, milliseconds) as ResultOf<Name>; // as the name says
    throw new AppError('too-busy', 'The flow took longer than a request may; try again later.');
  }
}

/** Does what a `ThreadedLanguage` sent, at the other end. */
export function performLanguageWork(
  { name, argument }: LanguageWork,
  operations: LanguageOperations,
): ResultOf<OperationName> {
  const operation = operations[name] as (argument: ArgumentOf<OperationName>) => ResultOf<OperationName>; // name and argument came together
  return operation(argument);
}

function tooComplex({ format }: ArgumentOf<'check'>, milliseconds: number): ResultOf<'check'> {
  const message = `Checking the document takes more than ${Math.round(milliseconds / 1000)} seconds or more memory than it may; make it simpler.`;
  const place = format === 'json' ? {} : { line: 1, column: 1, endLine: 1, endColumn: 1 };
  return { problems: [{ code: 'yaml-too-complex', severity: 'error', message, path: '', ...place }] };
}

function lengthOf(argument: ArgumentOf<OperationName>): number {
  if ('text' in argument) return argument.text.length;
  return 'source' in argument ? argument.source.text.length : 0;
}
