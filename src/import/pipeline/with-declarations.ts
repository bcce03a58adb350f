import type { Call, Span } from '../groovy/syntax.ts';
import { normalizeXml } from './config-element.ts';
import { literalText } from './directive-block.ts';
import type { JobDeclarations } from './job.ts';
import type { Pipeline } from './pipeline.ts';

/**
 * Adds what a job declares outside of its script. Jenkins copies what a script declares into the job when a build
 * starts, so the script wins: of two parameters with one name, and of two triggers or options of one kind. The text of the
 * pipeline becomes the script, and behind it the elements of the `config.xml` that were added.
 */
export function withDeclarations(pipeline: Pipeline, declared: JobDeclarations, configXml: string): Pipeline {
  const xml = normalizeXml(configXml);
  const names = new Set(pipeline.parameters.map(parameterName));
  let { text } = pipeline.file;
  const moved = (call: Call): Call => {
    if (!text.endsWith('\n')) text += '\n';
    const by = text.length - call.start;
    text += xml.slice(call.start, call.end);
    return movedBy(call, by);
  };
  const others = (own: readonly Call[], found: readonly Call[]) =>
    found.filter(({ name }) => own.every((call) => call.name !== name)).map(moved);
  const parameters = declared.parameters.filter((call) => !names.has(parameterName(call))).map(moved);
  const triggers = others(pipeline.triggers, declared.triggers);
  const options = others(pipeline.options, declared.options);
  return {
    ...pipeline,
    file: { ...pipeline.file, text },
    parameters: [...pipeline.parameters, ...parameters],
    triggers: [...pipeline.triggers, ...triggers],
    options: [...pipeline.options, ...options],
  };
}

function parameterName(call: Call): string | undefined {
  return literalText(call.arguments.find(({ name }) => name === 'name')?.value);
}

/** A copy of a tree whose places are moved. */
function movedBy<Tree>(tree: Tree, by: number): Tree {
  if (typeof tree !== 'object' || tree === null) return tree;
  if (Array.isArray(tree)) return tree.map((item: unknown) => movedBy(item, by)) as Tree; // of the same items
  const members = Object.entries(tree).map(([name, value]) => [name, movedBy(value, by)] as const);
  const moved = Object.fromEntries(members) as Tree; // of the same members
  return isSpan(tree) ? { ...moved, start: tree.start + by, end: tree.end + by } : moved;
}

function isSpan(tree: object): tree is Span {
  return 'start' in tree && typeof tree.start === 'number' && 'end' in tree && typeof tree.end === 'number';
}
