import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sectionTables } from '../../scripts/documentation/section-tables.ts';

const language = join(import.meta.dirname, '..', '..', 'src', 'language');
const files = ['flow/read', 'test-files'].flatMap((folder) =>
  readdirSync(join(language, folder)).map((file) => join(folder, file)),
);
const documented = Object.values(sectionTables).flatMap(({ sections }) =>
  Object.values(sections).flatMap(({ properties }) => Object.keys(properties).map((name) => properties[name])),
);

test.each(files.filter((file) => /-sections?\.ts$/.test(file)))(
  'every property of a section in %s is in the reference',
  async (file) => {
    const exported: Record<string, unknown> = await import(join(language, file));
    const missing = Object.entries(exported)
      .flatMap(([name, value]) => sectionsIn(value).map((section) => ({ name, section })))
      .flatMap(({ name, section }) =>
        Object.entries(section.properties).map(([key, property]) => ({ place: `${name}.${key}`, property })),
      )
      .filter(({ property }) => !documented.some((other) => isSame(other, property)))
      .map(({ place }) => place);
    expect(missing).toEqual([]);
  },
);

/** A section, or several sections by name. */
function sectionsIn(value: unknown): { readonly properties: object }[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('properties' in value && 'read' in value) return [value as { properties: object }];
  return Object.values(value).flatMap(sectionsIn);
}

/** The filters of schedules and webhooks differ only in the pattern of the schema. */
function isSame(left: unknown, right: unknown): boolean {
  const described = (property: unknown) => (property as { schema: { description: unknown } }).schema.description;
  return left === right || described(left) === described(right);
}
