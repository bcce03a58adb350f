import type { Path } from '../../base/problem/problem.ts';
import { isJsonObject, type JsonValue } from '../../base/text/json-value.ts';
import { ownEntry } from '../../base/text/own-entry.ts';
import { defaultFlowLimits } from '../../language/document/flow-limits.ts';
import { parseFlowDocument } from '../../language/document/parse-flow-document.ts';
import type { Finding } from '../finding.ts';

/** Lines of a flow, from 1; both are included. */
export interface FlowLines {
  readonly line: number;
  readonly endLine: number;
}

type Section = 'inputs' | 'variables' | 'triggers' | 'tasks' | 'properties';

/** Looks up the lines of a flow that findings became. @param flow the YAML; undefined if there is none */
export function flowLinesOf(flow: string | undefined): (finding: Finding) => FlowLines | undefined {
  if (flow === undefined) return () => undefined;
  const { document } = parseFlowDocument({ text: flow, format: 'yaml' }, defaultFlowLimits);
  if (document === undefined || !isJsonObject(document.value)) return () => undefined;
  const paths = new Map(declaredIn(document.value));
  return ({ construct, target }) => {
    const path = target === undefined ? undefined : pathOf(target, construct, paths);
    if (path === undefined) return undefined;
    const key = document.sourceRange(document.locate({ path, at: 'key' }));
    const value = document.sourceRange(document.locate({ path }));
    return key && { line: key.line, endLine: Math.max(key.line, lastLine(value ?? key)) };
  };
}

/** Blocks of YAML end where the next one begins. */
function lastLine({ endLine, endColumn }: { readonly endLine: number; readonly endColumn: number }): number {
  return endColumn === 1 ? endLine - 1 : endLine;
}

/** Inputs, tasks, variables, triggers and properties can have the same name. */
function pathOf(target: string, construct: string, paths: ReadonlyMap<string, Path>): Path | undefined {
  const [kind] = construct.split(' ');
  const likely: Section = ownEntry(sectionOf, kind ?? '') ?? 'tasks';
  for (const section of new Set<Section>([likely, 'tasks', 'inputs', 'variables', 'triggers', 'properties'])) {
    const path = paths.get(`${section} ${target}`);
    if (path !== undefined) return path;
  }
  return undefined;
}

const sectionOf: Readonly<Record<string, Section>> = {
  parameter: 'inputs',
  environment: 'variables',
  trigger: 'triggers',
  option: 'properties',
};

/** What a flow declares, by section and id; an id that several tasks share is that of the first. */
function* declaredIn(flow: Readonly<Record<string, JsonValue>>): Generator<readonly [string, Path]> {
  for (const section of ['finally', 'errors', 'tasks']) yield* tasksIn(flow[section] ?? null, [section]);
  for (const section of ['inputs', 'triggers']) yield* idsIn(flow[section] ?? null, section);
  for (const name of Object.keys(flow)) yield [`properties ${name}`, [name]];
  const { variables } = flow;
  if (isJsonObject(variables))
    for (const name of Object.keys(variables)) yield [`variables ${name}`, ['variables', name]];
}

function* idsIn(list: JsonValue, section: string): Generator<readonly [string, Path]> {
  if (!Array.isArray(list)) return;
  for (const [index, item] of list.entries())
    if (isJsonObject(item) && typeof item['id'] === 'string') yield [`${section} ${item['id']}`, [section, index]];
}

/** Tasks are maps with an id and a type, wherever blocks have them. */
function* tasksIn(value: JsonValue, path: Path): Generator<readonly [string, Path]> {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* tasksIn(item, [...path, index]);
  if (!isJsonObject(value)) return;
  for (const [key, member] of Object.entries(value))
    if (typeof member === 'object') yield* tasksIn(member, [...path, key]);
  if (typeof value['id'] === 'string' && typeof value['type'] === 'string') yield [`tasks ${value['id']}`, path];
}
