import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the browser loads for a part of the console, compressed as it is served. */
export interface ConsoleSize {
  readonly what: string;
  readonly bytes: number;
  /** In bytes. */
  readonly budget: number;
}

/** A part of the build, as Vite describes it. */
interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

const entry = 'index.html';
const firstPage = 'pages/flows/flows-page.tsx';
const kilobyte = 1000;
/** Parts after the first page, by what is imported when they open. */
const parts = [
  { what: 'the page of an execution', sources: ['pages/executions/execution-page.tsx'], budget: 80 },
  { what: 'the page of a flow, with its form', sources: ['pages/flow/flow-page.tsx'], budget: 80 },
  { what: 'the conditions of inputs, if the form has some', sources: ['pages/flow/run/hidden-inputs.ts'], budget: 130 },
  {
    what: 'the editor',
    sources: ['pages/flow/source/source-tab.tsx', 'editor/language/flow-language.ts'],
    budget: 350,
  },
];

/** @param folder of the built console */
export function consoleSizes(folder: string): readonly ConsoleSize[] {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8')) as Manifest; // by Vite
  const first = filesOf(manifest, [entry, firstPage]);
  const size = (files: Iterable<string>, what: string, budget: number): ConsoleSize => ({
    what,
    bytes: sizeOf(folder, files),
    budget: budget * kilobyte,
  });
  return [
    size(filesOf(manifest, [entry]), 'the entry, which every page needs', 200),
    size(first, 'the first page: the entry and the list of flows', 200),
    ...parts.map(({ what, sources, budget }) => {
      const files = filesOf(manifest, sources);
      return size(
        [...files].filter((file) => !first.has(file)),
        what,
        budget,
      );
    }),
  ];
}

type Manifest = Readonly<Record<string, Chunk>>;

/** With everything that is imported at once. */
function filesOf(manifest: Manifest, names: readonly string[]): ReadonlySet<string> {
  const files = new Set<string>();
  const seen = new Set(names);
  for (const name of seen) {
    const chunk = manifest[name] ?? Object.entries(manifest).find(([key]) => key.endsWith(name))?.[1];
    if (chunk === undefined) throw new Error(`The console has no part ${name}`);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const each of chunk.imports ?? []) seen.add(each); // the loop visits it too
  }
  return files;
}

function sizeOf(folder: string, files: Iterable<string>): number {
  let bytes = 0;
  for (const file of files) bytes += readFileSync(join(folder, `${file}.br`)).length;
  return bytes;
}
