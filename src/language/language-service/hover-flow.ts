import type { TextRange } from '../../base/problem/problem.ts';
import { runField } from '../expressions/run-fields.ts';
import { withUndeclaredFields } from './called-flows.ts';
import { describeDeclaration, inlineCode } from './describe-declaration.ts';
import { describeProperty } from './describe-property.ts';
import { usesAt } from './find-uses.ts';
import { viewFlow } from './flow-view.ts';
import { taskTypeOf, type FlowLanguage } from './language-facts.ts';
import { declarationOf, isInside } from './navigate-flow.ts';
import { pairOf, placeAt, type Steps } from './outline.ts';
import { allowedValues, descriptionOf, type FlowSchema } from './schema-view.ts';

/** The documentation of the word at an offset. */
export interface Hover {
  readonly range: TextRange;
  readonly markdown: string;
}

export function hoverFlow(text: string, offset: number, { facts, schema, shapes }: FlowLanguage): Hover | undefined {
  const view = viewFlow(text, shapes);
  const place = placeAt(view.root, offset);
  if (place === undefined) return undefined;
  const use = usesAt(place, view.names, schema).findLast(({ range }) => isInside(range, offset));
  if (use?.target.kind === 'run') {
    const { type, description } = runField(use.target.reference);
    return { range: use.range, markdown: joined(`${inlineCode(use.target.name)}: ${inlineCode(type)}`, description) };
  }
  const declared = use && declarationOf(use.target, withUndeclaredFields(view.names, facts));
  if (use !== undefined && declared !== undefined) {
    const { detail, documentation = '' } = describeDeclaration(declared);
    const title = `${words[declared.kind]} ${inlineCode(declared.name)}${detail === undefined ? '' : `: ${inlineCode(detail)}`}`;
    return { range: use.range, markdown: joined(title, documentation) };
  }
  if (place.at === 'key') return hoverKey(place.steps, schema);
  const { scalar, steps } = place;
  const value = scalar.text;
  const task = pairOf(steps)?.key === 'type' ? taskTypeOf(facts, value) : undefined;
  if (task !== undefined)
    return { range: scalar.range, markdown: joined(`**${task.title}**`, inlineCode(task.type), task.description) };
  const allowed = allowedValues(schema.at(steps)).find((each) => each.value === value);
  return allowed?.description === undefined
    ? undefined
    : { range: scalar.range, markdown: joined(inlineCode(value), allowed.description) };
}

const words = { input: 'Input', variable: 'Variable', task: 'Task', field: 'Field', item: 'Field' } as const;

function hoverKey(steps: Steps, schema: FlowSchema): Hover | undefined {
  const last = steps.at(-1);
  if (last === undefined || !('pair' in last)) return undefined;
  const above = schema.at(steps.slice(0, -1));
  const { key, keyRange } = last.pair;
  const property = schema.propertiesOf(above, last.node).get(key);
  if (property === undefined) return undefined;
  const isRequired = schema.requiredOf(above, last.node).has(key);
  const values = allowedValues(property).filter(({ value }) => value.length < 40 && !value.includes('.'));
  return {
    range: keyRange,
    markdown: joined(
      `${inlineCode(key)}: ${describeProperty(property, { isRequired })}`,
      descriptionOf(property) ?? '',
      values.length > 0 ? `Allowed: ${values.map(({ value }) => inlineCode(value)).join(', ')}` : '',
    ),
  };
}

function joined(...paragraphs: readonly string[]): string {
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n\n');
}
