import { maxValueSize, textSize } from '../../patterns/value-limits.ts';
import type { Validation } from './validation.ts';

/** Checks that the variables fit into the environment (DESIGN 3). */
export function validateValues({ draft, problems }: Validation): void {
  for (const { value, path } of draft.variables) {
    const bytes = textSize(value.text);
    if (bytes <= maxValueSize) continue;
    const message = `The value has ${bytes} bytes; a variable holds at most ${maxValueSize}. Use an input of type FILE.`;
    problems.push({ code: 'value-too-large', message, path });
  }
}
