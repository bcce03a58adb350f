import { defaultOf, typesOf, type SchemaView } from './schema-view.ts';

const typeWords: Readonly<Record<string, string>> = { object: 'map', array: 'list' };

/** The type of a property, and whether it is required or what its default is: `integer, default 3`. */
export function describeProperty(view: SchemaView, { isRequired = false } = {}): string {
  const types = typesOf(view).map((type) => typeWords[type] ?? type);
  const fallback = defaultOf(view);
  return [
    types.length === 0 ? 'any value' : types.join(' or '),
    ...(isRequired ? ['required'] : []),
    ...(fallback === undefined ? [] : [`default ${fallback}`]),
  ].join(', ');
}
