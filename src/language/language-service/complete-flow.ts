import { suggestCalledInputs, withUndeclaredFields } from './called-flows.ts';
import { completeReference } from './complete-reference.ts';
import type { Completion, Suggestion } from './completion.ts';
import { viewFlow, type FlowView } from './flow-view.ts';
import type { FlowLanguage } from './language-facts.ts';
import { itemsOf, placeAt, scalarAt, type OutlineNode, type OutlineScalar, type Place, type Steps } from './outline.ts';
import { formAt, type InputPlace } from './reference-scope.ts';
import { typesOf } from './schema-view.ts';
import { suggestItems } from './suggest-items.ts';
import { suggestInputIds, suggestProperties, suggestValues, type PropertyLayout } from './suggest-properties.ts';

/**
 * The completions at an offset. The document is read with a mark there, so that blank lines and line ends also have a
 * place.
 */
export function completeFlow(
  text: string,
  offset: number,
  { facts, schema, shapes }: FlowLanguage,
): readonly Completion[] {
  const view = viewFlow(text.slice(0, offset) + mark + text.slice(offset), shapes);
  const place = placeAt(view.root, offset);
  if (place === undefined) return [];
  const names = withUndeclaredFields(withoutMark(view), facts);
  if (place.at === 'key') return completeKey(place, { ...view, names }, { facts, schema });
  const reference = completeReference(place, offset, names, schema);
  return reference ?? completeValue(place, { ...view, names }, { facts, schema });
}

// A character for private use: one code unit, and a part of words for the reader of outlines.
const mark = '\u{E000}';

function withoutMark({ names }: FlowView): FlowView['names'] {
  const isWhole = ({ name }: { readonly name: string }) => !name.includes(mark);
  return {
    inputs: names.inputs.filter(isWhole),
    variables: names.variables.map((variable) => (isWhole(variable) ? variable : { ...variable, name: '' })),
    tasks: names.tasks.map((task) => ({
      ...task,
      name: isWhole(task) ? task.name : '',
      fields: task.fields.filter(isWhole),
    })),
    positions: names.positions,
  };
}

function completeKey(
  { steps }: Extract<Place, { at: 'key' }>,
  { text, root, names }: FlowView,
  { facts, schema }: Omit<FlowLanguage, 'shapes'>,
): readonly Completion[] {
  const last = steps.at(-1);
  if (last === undefined || !('pair' in last)) return [];
  const { pair, node } = last;
  const { start, end } = pair.keyRange;
  if (!/^[\w.-]*$/.test(pair.key.replace(mark, ''))) return [];
  const layout: PropertyLayout = {
    indent: start - (text.lastIndexOf('\n', start - 1) + 1),
    isInline: node.isFlow,
    hasColon: pair.hasColon,
    quote: root?.kind === 'map' && root.isFlow && !/["']/.test(text[start - 1] ?? '') ? '"' : '',
  };
  const above = schema.at(steps.slice(0, -1));
  const present = new Set(node.pairs.filter((each) => each !== pair).map(({ key }) => key));
  return placed({ start, end: end - 1 }, [
    ...suggestProperties(above, node, { present, layout, schema }),
    ...suggestInputIds(above, 'keys', names, { present, layout }),
    ...suggestCalledInputs(steps.slice(0, -1), names, { facts, present, layout }),
  ]);
}

function completeValue(
  { steps, scalar }: Extract<Place, { at: 'value' }>,
  { root, names }: FlowView,
  { facts, schema }: Omit<FlowLanguage, 'shapes'>,
): readonly Completion[] {
  const written = scalar.text.replace(mark, '');
  if (scalar.style === 'block' || /[{}\n]/.test(written)) return [];
  const here = schema.at(steps);
  const isJson = root?.kind !== 'scalar' && root?.isFlow === true;
  const quote = isJson && scalar.style === 'plain' ? '"' : '';
  const form = formAt(steps, names);
  const present = new Set([...valuesBeside(steps, scalar), ...ownId(steps, form)]);
  const simple = [
    ...suggestValues(here, steps, { facts, quote, schema }),
    ...suggestInputIds(here, 'value', form ?? names, { present }),
  ].filter(({ label }) => !present.has(label));
  const nested = isBlockStart(scalar, steps) ? nestedSuggestions() : [];
  return placed({ start: scalar.range.start, end: scalar.range.end - 1 }, [...simple, ...nested]);

  /** Suggestions for a map or list that starts here. */
  function nestedSuggestions(): readonly Suggestion[] {
    const last = steps.at(-1);
    const isItem = last !== undefined && 'index' in last;
    const dash = isItem && !last.node.items[last.index]?.hasDash;
    const indent = scalar.column + (dash ? 2 : 0);
    const layout: PropertyLayout = { indent, isInline: false, hasColon: false, quote: '' };
    const types = typesOf(here);
    const isObject = types.includes('object');
    const own = isObject ? suggestProperties(here, undefined, { present: new Set(), layout, schema }) : [];
    const items = isItem && isObject ? suggestItems(here, { facts, schema, indent }) : [];
    const list =
      !isItem && types.includes('array')
        ? suggestItems(schema.itemsOf(here), { facts, schema, indent: indent + 2 })
        : [];
    const ids = suggestInputIds(here, 'keys', names, { present: new Set(), layout });
    const called = suggestCalledInputs(steps, names, { facts, present: new Set(), layout });
    return [
      ...[...items, ...own, ...ids, ...called].map((each) => (dash ? withDash(each) : each)),
      ...list.map(withDash),
    ];
  }
}

/** Whether the text can become a block: it stands on its own line or after a dash. */
function isBlockStart(scalar: OutlineScalar, steps: Steps): boolean {
  const isInFlow = steps.some(({ node }) => node.isFlow);
  return !isInFlow && scalar.style === 'plain' && scalar.isFirstOnLine && steps.length > 0;
}

/** The id of the input, task or trigger that contains a place: an input cannot depend on itself. */
function ownId([, item]: Steps, form: InputPlace | undefined): readonly string[] {
  if (form !== undefined) return idOf(itemsOf(form.list)[form.index]);
  const node = item !== undefined && 'index' in item ? item.node.items[item.index]?.value : undefined;
  return idOf(node);
}

function idOf(node: OutlineNode | undefined): readonly string[] {
  const id = scalarAt(node, 'id');
  return id === undefined ? [] : [id.text];
}

/** The other values of the same list. */
function valuesBeside(steps: Steps, scalar: OutlineScalar): ReadonlySet<string> {
  const last = steps.at(-1);
  const items = last !== undefined && 'index' in last ? last.node.items : [];
  return new Set(items.flatMap(({ value }) => (value?.kind === 'scalar' && value !== scalar ? [value.text] : [])));
}

function withDash(suggestion: Suggestion): Suggestion {
  return {
    ...suggestion,
    newText: `- ${suggestion.newText}`,
    ...(suggestion.placeholders && {
      placeholders: suggestion.placeholders.map(({ start, end }) => ({ start: start + 2, end: end + 2 })),
    }),
  };
}

function placed(range: Completion['range'], suggestions: readonly Suggestion[]): readonly Completion[] {
  return suggestions.map((suggestion) => ({ ...suggestion, range }));
}
