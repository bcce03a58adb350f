import { enumerate, quoteShort } from '../../../base/problem/describe-value.ts';
import type { Path } from '../../../base/problem/problem.ts';
import type { Condition } from '../../expressions/condition.ts';
import type { ExpressionProblem } from '../../expressions/expression-problem.ts';
import { equal, unequal } from '../../expressions/operators/equality.ts';
import { isIn, isNotIn } from '../../expressions/operators/membership.ts';
import { operatorName } from '../../expressions/operators/operator.ts';
import { parseTemplate } from '../../expressions/parse-template.ts';
import { referenceText, type Reference } from '../../expressions/reference.ts';
import { loneReference } from '../../expressions/template.ts';
import { plainTypes } from '../../input-types/input-types.ts';
import type { FlowDraft } from '../flow-draft.ts';
import { addInside } from '../relative-problems.ts';
import { conditions } from './validate-references.ts';
import type { Validation } from './validation.ts';

/** The values that a reference can have; undefined if any string is one. */
type ValuesOf = (reference: Reference) => readonly string[] | undefined;

/** Warns where an input that has one of some values is compared with another one, so that the comparison decides nothing. */
export function validateChoices({ draft, declarations, suggestions, problems }: Validation): void {
  const valuesOf = valuesOfInputs(draft);
  const messageFor = (reference: Reference, value: string, values = valuesOf(reference)): string | undefined => {
    if (values === undefined || values.length === 0 || values.includes(value)) return undefined;
    const allowed = enumerate(values.slice(0, 20).map((each) => quoteShort(each)));
    return `${referenceText(reference)} is never ${quoteShort(value)}; its values are ${allowed}.${suggestions.for(value, values)}`;
  };
  const report = (path: Path, condition: Condition): void => {
    const found = [...comparisonsIn(condition)].flatMap((comparison) => neverEqual(comparison, messageFor));
    addInside(problems, path, found);
  };
  for (const [path, { condition }] of conditions(draft)) report(path, condition);
  for (const { value, path } of draft.inputs) {
    const { condition } = value.input?.dependsOn ?? {};
    if (condition !== undefined) report([...path, 'depends_on', 'condition'], condition);
  }
  for (const { value, path } of draft.tasks) {
    const { control } = value.task;
    if (control?.kind !== 'choice' || control.value === undefined) continue;
    const reference = loneReference(parseTemplate(control.value).template);
    if (reference === undefined) continue;
    const cases = declarations.typeOf(reference) === plainTypes.boolean ? ['true', 'false'] : valuesOf(reference);
    for (const { body, equals } of control.choices) {
      const message = equals === undefined ? undefined : messageFor(reference, equals, cases);
      if (message !== undefined) problems.push({ code: 'never-equal', message, path: [...path, ...body], at: 'key' });
    }
  }
}

function valuesOfInputs({ inputs }: FlowDraft): ValuesOf {
  const known = new Map(
    inputs.flatMap(({ value: { id, input } }) => {
      const { constraints } = input ?? {};
      return constraints !== undefined && 'values' in constraints ? [[id, constraints.values] as const] : [];
    }),
  );
  return (reference) => (reference.root === 'inputs' ? known.get(reference.id) : undefined);
}

interface Comparison {
  readonly reference: Reference;
  readonly literal: Condition;
}

/** The comparisons of a reference with a literal, in both orders. */
function* comparisonsIn(condition: Condition): Generator<Comparison> {
  if (condition.kind === 'unary') yield* comparisonsIn(condition.operand);
  if (condition.kind !== 'infix') return;
  const { operator, left, right } = condition;
  yield* comparisonsIn(left);
  yield* comparisonsIn(right);
  if ([equal, unequal].some((each) => operatorName(each) === operator)) {
    if (left.kind === 'reference') yield { reference: left.reference, literal: right };
    if (right.kind === 'reference') yield { reference: right.reference, literal: left };
  }
  const isMembership = [isIn, isNotIn].some((each) => operatorName(each) === operator);
  if (isMembership && left.kind === 'reference' && right.kind === 'list')
    for (const item of right.items) yield { reference: left.reference, literal: item };
}

function neverEqual(
  { reference, literal }: Comparison,
  messageFor: (reference: Reference, value: string) => string | undefined,
): readonly ExpressionProblem[] {
  if (literal.kind !== 'literal' || typeof literal.value !== 'string') return [];
  const message = messageFor(reference, literal.value);
  return message === undefined ? [] : [{ code: 'never-equal', message, range: literal.range }];
}
