import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { packageRoot } from '../../../config/package-root.ts';
import { sourceOf, trustedGroovy, type GroovyCode } from '../../../groovy/groovy-code.ts';
import { compileGroovyTemplate, type GroovyTemplate } from '../../../groovy/groovy-template.ts';
import { programFunction } from '../../../groovy/program-function.ts';
import { groovyName } from '../../../groovy/quote.ts';
import { maskText } from '../../../masking/mask-text.ts';
import { agentPrograms } from './agent-programs.ts';
import { descriptionView } from './build-description.ts';
import type { RuntimeFeatures } from './runtime-features.ts';
import { limitView } from './runtime-limits.ts';
import { runFieldView } from './runtime-run-values.ts';
import { ruleView, sentenceView } from './runtime-sentences.ts';
import { typePieces } from './runtime-types.ts';

/** A function or field of the runtime, with the comment above it. */
interface RuntimeMember {
  readonly name: string;
  readonly code: string;
  /** The names of the members that it uses. */
  readonly uses: readonly string[];
}

/** The code that runs flows in a build, for some features. */
class Runtime {
  readonly #members: ReadonlyMap<string, RuntimeMember>;
  readonly #anyName: RegExp;
  /** The names of all functions and fields. */
  readonly names: ReadonlySet<string>;

  constructor(members: readonly RuntimeMember[]) {
    this.#members = new Map(members.map((member) => [member.name, member]));
    this.names = new Set(this.#members.keys());
    this.#anyName = new RegExp(`\\b(?:${[...this.#members.keys()].join('|')})(?=\\(| \\{)`, 'g');
  }

  get code(): readonly GroovyCode[] {
    return [...this.#members.values()].map(({ code }) => trustedGroovy(code));
  }

  /**
   * The members that some source uses, directly or indirectly, in the order of the files. A name in a literal counts
   * too, which at worst includes an unneeded function.
   */
  neededBy(sources: readonly string[]): readonly GroovyCode[] {
    const needed = new Set<string>();
    const open = sources.flatMap((source) => source.match(this.#anyName) ?? []);
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (needed.has(name)) continue;
      needed.add(name);
      open.push(...(this.#members.get(name)?.uses ?? []));
    }
    return [...this.#members.values()].filter(({ name }) => needed.has(name)).map(({ code }) => trustedGroovy(code));
  }
}

// Each combination of features has a runtime; the flows of an installation have few combinations.
const runtimes = new LRUCache<string, Runtime>({ max: 200 });

/** The runtime for some features. The templates are read and compiled once, on first use. */
export function runtimeFor(features: RuntimeFeatures): Runtime {
  const key = JSON.stringify(Object.values(features));
  const known = runtimes.get(key);
  if (known !== undefined) return known;
  const parts = (templates ??= readTemplates(join(packageRoot(), 'templates', 'runtime')));
  const view = {
    ...features,
    ...typePieces(features.types),
    description: descriptionView,
    sentences: sentenceView,
    rules: ruleView,
    ...limitView,
    runFields: runFieldView,
    maskText: trustedGroovy(maskText),
  };
  const { runTask, fetchFile } = agentPrograms({ ...features, isLocal: false });
  const programs = [
    programFunction(groovyName('agentScript'), runTask, 'Runs on the agent around every script.'),
    programFunction(groovyName('fetchScript'), fetchFile, 'Downloads a file on the agent.'),
  ];
  const blocks = [...parts.flatMap((part) => splitMembers(sourceOf(part(view)))), ...programs.map(sourceOf)];
  const made = new Runtime(readMembers(blocks));
  runtimes.set(key, made);
  return made;
}

let templates: readonly GroovyTemplate[] | undefined;

/** In the order in which they are printed; the files are in `templates/runtime`. */
const runtimeFiles = [
  'flow',
  'secrets',
  'values',
  'problems',
  'conditions',
  'task',
  'task-values',
  'script',
  'files',
  'outputs',
  'flow-outputs',
  'json',
  'subflow',
  'run-values',
  'progress',
];

function readTemplates(folder: string): readonly GroovyTemplate[] {
  const files = readdirSync(folder).map((file) => file.replace('.groovy.hbs', ''));
  const unknown = files.filter((file) => !runtimeFiles.includes(file));
  if (unknown.length > 0) throw new Error(`templates/runtime has unknown files: ${unknown.join(', ')}`);
  return runtimeFiles.map((name) =>
    compileGroovyTemplate(readFileSync(join(folder, `${name}.groovy.hbs`), 'utf8').trimEnd()),
  );
}

/**
 * The members of a file. An empty line separates them; fields follow each other directly, each below a comment of one
 * line.
 */
function splitMembers(source: string): string[] {
  // A separate comment belongs to what follows.
  const blocks = source
    .split(/(?<!^\/\/[^\n]*)\n\n+(?=\S)/m)
    .flatMap((block) => (block.includes('@Field') ? block.split(/\n(?=\/\/)/) : [block]));
  return blocks.map((block) => block.trim()).filter((block) => block !== '');
}

function readMembers(blocks: readonly string[]): RuntimeMember[] {
  const named = blocks.map((code) => ({ code, name: memberName(code) }));
  const patterns = named.map(({ code, name }) => ({
    name,
    use: new RegExp(code.includes('@Field') ? `\\b${name}\\b` : `\\b${name}(?:\\(| \\{)`),
  }));
  return named.map(({ code, name }) => ({
    code,
    name,
    uses: patterns.filter((other) => other.name !== name && other.use.test(code)).map((other) => other.name),
  }));
}

function memberName(code: string): string {
  const declaration =
    code.split('\n').find((line) => line !== '' && !line.startsWith('//') && line !== '@NonCPS') ?? '';
  const name = /^(?:@Field )?(?:transient )?[A-Za-z.<>[\]]+ (\w+)/.exec(declaration)?.[1];
  if (name === undefined) throw new Error(`A member of the runtime has no name: ${declaration}`);
  return name;
}
