import { contentKinds } from '../document/content-kind.ts';
import type { Suggestion } from './completion.ts';
import { describeProperty } from './describe-property.ts';
import type { FlowNames } from './flow-names.ts';
import { taskTypeOf, type LanguageFacts } from './language-facts.ts';
import type { OutlineMap, Steps } from './outline.ts';
import { allowedValues, contentOf, descriptionOf, typesOf, type FlowSchema, type SchemaView } from './schema-view.ts';

/** How a key is written at a place. */
export interface PropertyLayout {
  /** The column of the key. */
  readonly indent: number;
  /** Whether the map is in braces. */
  readonly isInline: boolean;
  /** Whether a colon follows already. */
  readonly hasColon: boolean;
  /** `"` where keys need quotes, as in JSON. */
  readonly quote: string;
}

/** The properties that a map can have and does not have yet, required ones first. */
export function suggestProperties(
  view: SchemaView,
  node: OutlineMap | undefined,
  options: { readonly present: ReadonlySet<string>; readonly layout: PropertyLayout; readonly schema: FlowSchema },
): readonly Suggestion[] {
  const { present, layout, schema } = options;
  const required = schema.requiredOf(view, node);
  const properties = [...schema.propertiesOf(view, node)].filter(([name]) => !present.has(name));
  return properties
    .toSorted(([left], [right]) => Number(required.has(right)) - Number(required.has(left)))
    .map(([name, property]): Suggestion => {
      const documentation = descriptionOf(property);
      return {
        label: name,
        kind: 'property',
        detail: describeProperty(property, { isRequired: required.has(name) }),
        ...(documentation !== undefined && { documentation }),
        newText: keyText(name, property, layout),
      };
    });
}

/** A key with what its value starts with. */
export function keyText(
  name: string,
  property: SchemaView,
  { indent, isInline, hasColon, quote }: PropertyLayout,
): string {
  const key = `${quote}${name}${quote}`;
  if (hasColon) return key;
  const types = typesOf(property);
  const below = `\n${' '.repeat(indent + 2)}`;
  if (isInline || types.includes('string') || types.length !== 1) return `${key}: `;
  if (types[0] === 'array') return `${key}:${below}- `;
  return types[0] === 'object' ? `${key}:${below}` : `${key}: `;
}

/** The values of an enumeration, a boolean, or a type. */
export function suggestValues(
  view: SchemaView,
  steps: Steps,
  { facts, quote, schema }: { readonly facts: LanguageFacts; readonly quote: string; readonly schema: FlowSchema },
): readonly Suggestion[] {
  const isBoolean = typesOf(view).join() === 'boolean';
  const last = steps.at(-1);
  const isType = last !== undefined && 'pair' in last && last.pair.key === 'type';
  return allowedValues(narrowed(view, steps, schema)).flatMap(({ value, description }): readonly Suggestion[] => {
    const taskType = isType ? taskTypeOf(facts, value) : undefined;
    if (taskType !== undefined && taskType.type !== value) return []; // the type itself is suggested
    const documentation = taskType?.description;
    return [
      {
        label: value,
        kind: isType ? 'type' : 'value',
        ...(description !== undefined && { detail: description }),
        ...(documentation !== undefined && { documentation }),
        newText: isBoolean ? value : `${quote}${value}${quote}`,
      },
    ];
  });
}

/** The view without the schema that the present type of the map adds, which allows only that type. */
function narrowed(view: SchemaView, steps: Steps, schema: FlowSchema): SchemaView {
  const last = steps.at(-1);
  if (last === undefined || !('pair' in last) || last.pair.key !== 'type') return view;
  const untyped = schema.propertiesOf(schema.at(steps.slice(0, -1)), undefined).get('type');
  return untyped ?? view;
}

/** The ids of inputs, where a list or the keys of a map are such ids. */
export function suggestInputIds(
  view: SchemaView,
  part: 'value' | 'keys',
  { inputs }: Pick<FlowNames, 'inputs'>,
  { present, layout }: { readonly present: ReadonlySet<string>; readonly layout?: PropertyLayout },
): readonly Suggestion[] {
  if (contentOf(view, part) !== contentKinds.inputId) return [];
  return inputs
    .filter(({ name }) => !present.has(name))
    .map(({ name, type, displayName }) => ({
      label: name,
      kind: 'reference',
      ...(type !== undefined && { detail: type }),
      ...(displayName !== undefined && { documentation: displayName }),
      newText: layout === undefined ? name : keyText(name, { schemas: [] }, layout),
    }));
}
