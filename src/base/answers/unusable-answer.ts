import { dataSizeText } from '../text/data-size.ts';
import type { AnswerLimits } from './answer-limits.ts';

/** An answer that exceeds a limit, or is not what was asked for. The message is a clause that contains none of it. */
export class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer';
  /** Whether it exceeds a limit, so that the same answer is unusable again. */
  readonly isTooMuch: boolean;

  constructor(clause: string, isTooMuch: boolean) {
    super(clause);
    this.isTooMuch = isTooMuch;
  }
}

export function tooLarge({ of, bytes }: Pick<AnswerLimits, 'of' | 'bytes'>): UnusableAnswer {
  return new UnusableAnswer(`the answer of ${of} is larger than ${dataSizeText(bytes)}, the limit`, true);
}

export function tooDeep({ of, depth }: Pick<AnswerLimits, 'of' | 'depth'>): UnusableAnswer {
  return new UnusableAnswer(`the answer of ${of} is nested more than ${depth} levels deep, the limit`, true);
}

export function tooManyValues({ of, values }: Pick<AnswerLimits, 'of' | 'values'>): UnusableAnswer {
  return new UnusableAnswer(`the answer of ${of} contains more than ${values} values, the limit`, true);
}

export function textTooLong({ of }: Pick<AnswerLimits, 'of'>, length: number): UnusableAnswer {
  return new UnusableAnswer(`the answer of ${of} contains a text of more than ${length} characters, the limit`, true);
}

export function notJson({ of }: Pick<AnswerLimits, 'of'>): UnusableAnswer {
  return new UnusableAnswer(`the answer of ${of} is not JSON`, false);
}
