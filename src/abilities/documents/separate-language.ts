import { setImmediate } from 'node:timers/promises';
import { AppError } from '../../base/problem/app-error.ts';
import type { ProcessPool } from '../../language/processes/process-pool.ts';
import type { WorkOwner } from '../../language/safe-patterns/bounded-runner.ts';
import type { FlowLanguage } from './flow-language.ts';
import type { LanguageOperations } from './language-operations.ts';

type OperationName = keyof LanguageOperations;
type ArgumentOf<Name extends OperationName> = Parameters<LanguageOperations[Name]>[0];
type ResultOf<Name extends OperationName> = ReturnType<LanguageOperations[Name]>;

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
export function separateLanguage(pool: LanguagePool): FlowLanguage {
  const asking =
    <Name extends OperationName>(
      name: Name,
      lengthOf: (argument: ArgumentOf<Name>) => number,
      cutOff: (argument: ArgumentOf<Name>, seconds: number) => ResultOf<Name> = tooLong,
    ) =>
    async (argument: ArgumentOf<Name>, owner: WorkOwner): Promise<ResultOf<Name>> => {
      // Copying data to a process and back takes time in this one too, so other requests get a turn.
      await setImmediate();
      const milliseconds = millisecondsPerPart * Math.max(1, lengthOf(argument) / partCharacters);
      const outcome = await pool.run({ name, argument }, { owner, milliseconds });
      // The process returns the result of this operation.
      if (outcome.kind === 'done') return outcome.result as ResultOf<Name>;
      return cutOff(argument, Math.round(milliseconds / 1000));
    };
  const ofText = ({ text }: { readonly text: string }) => text.length;
  const ofSource = ({ source }: { readonly source: { readonly text: string } }) => source.text.length;
  const ofParsed = () => 0;
  return {
    check: asking('check', ofText, ({ format }, seconds) => {
      const message = `Checking the document takes more than ${seconds} seconds or exceeds the memory limit. Simplify the document.`;
      const place = format === 'json' ? {} : { line: 1, column: 1, endLine: 1, endColumn: 1 };
      return { problems: [{ code: 'yaml-too-complex', severity: 'error', message, path: '', ...place }] };
    }),
    valueOf: asking('valueOf', ofText),
    outline: asking('outline', ofText),
    locate: asking('locate', ofSource),
    plan: asking('plan', ofParsed),
    transpile: asking('transpile', ofParsed),
    diff: asking('diff', ofParsed),
    switch: asking('switch', ofSource),
    split: asking('split', ofText),
    import: asking('import', ofText, (_, seconds) => ({
      note: `it takes more than ${seconds} seconds or exceeds the memory limit`,
    })),
  };
}

function tooLong(): never {
  throw new AppError('too-busy', 'Processing the flow took too long. Try again later.');
}

/** Runs the operations that a separate language sends. */
export function performLanguageWork(
  { name, argument }: LanguageWork,
  operations: LanguageOperations,
): ResultOf<OperationName> {
  const operation = operations[name] as (argument: ArgumentOf<OperationName>) => ResultOf<OperationName>; // name and argument were sent together
  return operation(argument);
}
