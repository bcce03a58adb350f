/** Every named property of a JSON Schema, and whether it has a description. */
export function schemaProperties(schema: unknown, path = ''): { readonly path: string; readonly described: boolean }[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const below = schemaProperties(value, `${path}/${keyword}`);
    if (keyword !== 'properties' || path.endsWith('/if')) return below;
    const named = Object.entries(value as Record<string, Record<string, unknown>>); // what `properties` holds in our own schemas
    return [
      ...named
        .filter(([, property]) => Object.keys(property).some((name) => name !== 'not'))
        .map(([name, property]) => ({ path: `${path}/${name}`, described: 'description' in property })),
      ...below,
    ];
  });
}
