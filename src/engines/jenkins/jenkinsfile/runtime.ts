import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { packageRoot } from '../../../base/config/package-root.ts';
import { sourceOf, trustedGroovy, type GroovyCode } from '../../../language/groovy/groovy-code.ts';
import { programFunction } from '../../../language/groovy/program-function.ts';
import { groovyName } from '../../../language/groovy/quote.ts';
import { agentProgramFiles, readAgentProgram } from './agent-programs.ts';
import { readMarkedLines } from './marked-lines.ts';
import { runtimeConstant } from './runtime-constants.ts';
import { runtimeFlags } from './runtime-flags.ts';
import { printMember, reachableMembers, readMembers, type RuntimeMember } from './runtime-member.ts';
import { checkOfTypes, memberOf, typeMembers } from './type-members.ts';

let known: ReadonlyMap<string, RuntimeMember> | undefined;

/** The members of the runtime by name, in the order in which they are printed. Read once, on first use. */
export function runtimeMembers(): ReadonlyMap<string, RuntimeMember> {
  return (known ??= new Map(readAll().map((member) => [member.name, member])));
}

let inFrame: ReadonlySet<string> | undefined;

/** The functions of the runtime whose first argument is the frame that they work on. */
export function frameFunctions(): ReadonlySet<string> {
  const takesFrame = ({ name, lines }: RuntimeMember): boolean =>
    lines.some(({ text }) => /^\w+ (\w+)\(Map frame\b/.exec(text)?.[1] === name);
  return (inFrame ??= new Set([...runtimeMembers().values()].filter(takesFrame).map(({ name }) => name)));
}

/** The code of the members that a pipeline needs. */
export function runtimeFor(needed: ReadonlySet<string>, { comments = true } = {}): GroovyCode {
  const key = [comments, ...[...needed].toSorted()].join(' ');
  const cached = texts.get(key);
  if (cached !== undefined) return cached;
  const members = runtimeMembers();
  const reached = reachableMembers(members, needed);
  const printed = [...members.values()].flatMap((member) =>
    reached.has(member.name) && member.lines.length > 0 ? [printMember(member, reached)] : [],
  );
  const text = printed.join('\n\n');
  const code = trustedGroovy(comments ? text : text.replace(commentLine, ''));
  texts.set(key, code);
  return code;
}

const commentLine = /^ *\/\/.*\n/gm;

// The flows of an installation need only a few combinations.
const texts = new LRUCache<string, GroovyCode>({ max: 200 });

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
  'task-runs',
  'blocks',
  'branches',
  'loop',
  'items',
  'until',
  'run-values',
  'segments',
  'carried',
  'progress',
];

function readAll(): readonly RuntimeMember[] {
  const folder = join(packageRoot(), 'templates', 'runtime');
  const files = readdirSync(folder).map((file) => file.replace('.groovy', ''));
  const unknown = files.filter((file) => !runtimeFiles.includes(file));
  if (unknown.length > 0) throw new Error(`templates/runtime has unknown files: ${unknown.join(', ')}`);
  const flags = Object.keys(runtimeFlags).filter((name) => name !== 'local');
  return [
    ...flags.map((name) => memberOf(name, [], [])),
    ...typeMembers(),
    ...runtimeFiles.flatMap((file) => {
      const members = readMembers(withConstants(readFileSync(join(folder, `${file}.groovy`), 'utf8')));
      return file === 'problems' ? [checkOfTypes(), ...members] : members;
    }),
    program('agentScript', agentProgramFiles.runTask, 'Runs on the agent around every script.'),
    program('fetchScript', agentProgramFiles.fetchFile, 'Downloads a file on the agent.'),
    program('keptScript', agentProgramFiles.fetchKept, 'Downloads the files of earlier segments on the agent.'),
  ];
}

function withConstants(template: string): string {
  return template.replace(/\{\{([\w.]+)\}\}/g, (_, name: string) => sourceOf(runtimeConstant(name)));
}

/**
 * The member that returns a program; its lines keep the markers of the file. Comments and empty lines are omitted,
 * because Jenkins saves the script and writes the program for each task.
 */
function program(name: string, file: string, comment: string): RuntimeMember {
  const source = readAgentProgram(file)
    .replace(/^[ \t]*#(?!\?).*\n/gm, '')
    .trimStart();
  const code = programFunction(
    groovyName(name),
    source,
    `${comment} Explained in templates/agent/${file} of Flowgate.`,
  );
  return memberOf(
    name,
    [],
    readMarkedLines(sourceOf(code)).filter(({ text }) => text !== ''),
  );
}
