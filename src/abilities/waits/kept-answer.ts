import { maskText } from '../../base/masking/mask-text.ts';
import { formInputId } from '../../language/execution-plan/added-inputs.ts';
import type { CarriedText } from '../../language/execution-plan/segment.ts';
import type { AnsweredWait } from '../../language/execution-plan/wait-answer.ts';
import { isFileDescription } from '../../language/inputs/file-description.ts';
import { isFile, isSecret } from '../../language/inputs/input.ts';
import { fileSecret, newFileToken } from '../../store/executions/record/secret-names.ts';
import type { WaitEnding } from './wait-ending.ts';

/**
 * What an execution keeps of an answer: its secrets apart from everything else, and its files with tokens, with which the
 * next segment finds both as it finds those of inputs.
 * @param task the id of the task that waited
 */
export function keptAnswer(task: string, { end, decision, form = [], values, outputs }: AnsweredWait): WaitEnding {
  const given = form.flatMap((input) => {
    const value = values?.get(input.id);
    return value === undefined ? [] : [{ input, id: formInputId(task, input.id), value }];
  });
  const typed = given.filter(({ input }) => isSecret(input));
  const hidden = new Set(typed.map(({ input }) => input.id));
  const shown = values && [...values].map(([id, value]) => [id, hidden.has(id) ? maskText : value]);
  const ending = { end, decision, ...(shown !== undefined && { values: Object.fromEntries(shown) }) };
  if (outputs === undefined) return ending;
  const files = given.flatMap(({ input, id, value }) =>
    isFile(input) && isFileDescription(value) ? [[id, value] as const] : [],
  );
  const texts = [...outputs].map(([field, text]): [string, CarriedText] => [
    field,
    hidden.has(field) ? [{ secret: formInputId(task, field), part: 0 }] : text,
  ]);
  return {
    ...ending,
    outputs: Object.fromEntries(texts),
    files: Object.fromEntries(files),
    secrets: new Map([
      ...typed.map(({ id, value }) => [id, String(value)] as const),
      ...files.map(([id]) => [fileSecret(id), newFileToken()] as const),
    ]),
  };
}
