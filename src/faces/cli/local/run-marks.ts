import type { Environment } from '../../../base/config/environment.ts';
import type { TaskState } from '../../../language/execution-plan/task-state.ts';

/** The signs before the tasks of a run. */
export type Marks = Readonly<Record<TaskState, string>>;

const signs: Marks = { RUNNING: '▶', SUCCESS: '✔', FAILED: '✖', SKIPPED: '○', KILLED: '■', KEPT: '✔' };
const asciiSigns: Marks = { RUNNING: '>', SUCCESS: '+', FAILED: 'x', SKIPPED: '-', KILLED: '!', KEPT: '+' };
const colours: Partial<Marks> = { RUNNING: '1', SUCCESS: '32', FAILED: '31', SKIPPED: '2', KILLED: '33', KEPT: '2' };

export interface MarkOptions {
  readonly environment: Environment;
  readonly isColoured: boolean;
}

/** Signs that the terminal can show. */
export function marks({ environment, isColoured }: MarkOptions): Marks {
  const { LC_ALL, LC_CTYPE, LANG, TERM } = environment;
  const locale = [LC_ALL, LC_CTYPE, LANG].find((value) => value) ?? '';
  const shown = /utf-?8/i.test(locale) && TERM !== 'linux' ? signs : asciiSigns;
  if (!isColoured) return shown;
  const coloured = Object.entries(shown).map(([state, sign]) => [
    state,
    `\u001b[${colours[state as TaskState] ?? '0'}m${sign}\u001b[0m`, // the keys of Marks
  ]);
  return Object.fromEntries(coloured) as Marks; // the same keys
}
