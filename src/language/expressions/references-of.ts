import type { Condition } from './condition.ts';
import type { PlacedReference } from './read-reference.ts';
import type { Template } from './template.ts';

/** The references of a template in order; each range includes the braces. */
export function templateReferences(template: Template): readonly PlacedReference[] {
  return template.filter((part) => part.kind === 'reference');
}

/** The references of a condition in order; each range covers only the reference. */
export function conditionReferences(condition: Condition): readonly PlacedReference[] {
  switch (condition.kind) {
    case 'literal':
    case 'pattern':
      return [];
    case 'reference':
      return [condition];
    case 'list':
      return condition.items.flatMap(conditionReferences);
    case 'unary':
      return conditionReferences(condition.operand);
    case 'infix':
      return [...conditionReferences(condition.left), ...conditionReferences(condition.right)];
  }
}
