import type { JsonValue } from '../../../base/text/json-value.ts';
import type { TaskPlan } from '../../../language/execution-plan/flow-plan.ts';
import { evaluatePiece } from '../../../language/task-types/evaluate-piece.ts';
import type { Piece } from '../../../language/task-types/piece.ts';
import type { Frame } from './frame.ts';

/** The number of a piece when its block begins; undefined without a value. */
export function numberOf(piece: Piece | undefined, plan: TaskPlan, frame: Frame): number | undefined {
  const value = valueOf(piece, plan, frame);
  return typeof value === 'number' ? value : undefined;
}

/** False without a value. */
export function flag(piece: Piece | undefined, plan: TaskPlan, frame: Frame): boolean {
  return valueOf(piece, plan, frame) === true;
}

function valueOf(piece: Piece | undefined, { type }: TaskPlan, frame: Frame): JsonValue | undefined {
  if (piece === undefined) return undefined;
  return evaluatePiece(piece, { value: (name) => frame.value(name), programs: type.programs });
}
