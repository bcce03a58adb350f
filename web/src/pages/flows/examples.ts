/** The flows that an empty installation offers: the files of `web/examples`, by name. */
const files: Readonly<Record<string, string>> = import.meta.glob('../../../examples/*.yaml', {
  query: '?raw',
  import: 'default',
  eager: true,
});

export interface Example {
  readonly name: string;
  readonly description: string;
  readonly source: string;
}

export const examples: readonly Example[] = Object.entries(files)
  .toSorted(([left], [right]) => (left < right ? -1 : 1))
  .map(([path, source]) => ({
    name: /^id: (.*)$/m.exec(source)?.[1] ?? path,
    description: /^description: (.*)$/m.exec(source)?.[1] ?? '',
    source,
  }));
