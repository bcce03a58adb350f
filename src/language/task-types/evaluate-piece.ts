import type { JsonObject, JsonValue } from '../../base/text/json-value.ts';
import { fillNames, joinTexts } from '../expressions/fill-value.ts';
import { maxTotalSize } from '../safe-patterns/value-limits.ts';
import { nodeOf, type Piece } from './piece.ts';

/** The values that the pieces of a task refer to. */
export interface PieceValues {
  /** The text of a name in the flow's environment; an empty string if it has no value. */
  readonly value: (name: string) => string;
  /** The texts of the programs of the task type, by the names of their files. */
  readonly programs: ReadonlyMap<string, string>;
}

/**
 * The value of a piece when its task starts: a string for texts and messages; null for a number without a value. Means
 * the same as the Groovy of `emitPiece`.
 * @throws {TypeError} for a program that the task type does not have
 * @throws {PieceTooLarge} if the messages in it have more than `maxTotalSize` characters with their values
 */
export function evaluatePiece(piece: Piece, values: PieceValues): JsonValue {
  return evaluate(piece, values, { left: maxTotalSize });
}

/** A large value that a property refers to thousands of times. */
export class PieceTooLarge extends Error {
  override readonly name = 'PieceTooLarge';
}

function evaluate(piece: Piece, values: PieceValues, room: { left: number }): JsonValue {
  const node = nodeOf(piece);
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'shell':
      return node.code;
    case 'message': {
      const text = joinTexts(fillNames(node.template, values.value), room.left);
      room.left -= text.length;
      if (room.left < 0) throw new PieceTooLarge();
      return text;
    }
    case 'lines':
      return node.items.map((item) => String(evaluate(item, values, room))).join('\n');
    case 'number':
    case 'boolean':
      return node.value;
    case 'numberValue': {
      const text = values.value(node.name);
      return text === '' ? (node.fallback ?? null) : Number(text);
    }
    case 'booleanValue': {
      const text = values.value(node.name);
      return text === '' ? node.fallback : text === 'true';
    }
    case 'list':
      return node.items.map((item) => evaluate(item, values, room));
    case 'map':
      return Object.fromEntries(
        Object.entries(node.entries).map(([key, entry]) => [key, evaluate(entry, values, room)]),
      ) satisfies JsonObject;
    case 'program': {
      const text = values.programs.get(node.file);
      if (text === undefined) throw new TypeError(`The task type has no program ${node.file}`);
      return text;
    }
  }
}
