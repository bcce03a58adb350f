import type { InputTypeName } from '../expressions/value-type.ts';

/** Texts with a form of their own, which any text may turn out to have. */
const textTypes: readonly InputTypeName[] = ['DATE', 'DATETIME', 'DURATION', 'URI', 'ENUM'];

/** Whether a value of one type can be passed on as another. A secret stays one. */
export function fitsType(from: InputTypeName, to: InputTypeName): boolean {
  if (from === to) return true;
  if (from === 'SECRET') return false;
  switch (to) {
    case 'STRING':
    case 'SECRET':
      return true;
    case 'FLOAT':
      return from === 'INT';
    case 'JSON':
      return from !== 'FILE';
    default:
      return from === 'STRING' && textTypes.includes(to);
  }
}
