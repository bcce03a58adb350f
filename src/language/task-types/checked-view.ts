import type { JsonObject } from '../../base/text/json-value.ts';
import { parseTemplate } from '../expressions/parse-template.ts';
import { templateReferences } from '../expressions/references-of.ts';
import type { TaskContext } from '../flow/task-types.ts';
import type { GroovyCode } from '../groovy/groovy-code.ts';
import { emitPiece } from './emit-piece.ts';
import { isPiece, nodeOf, type Piece, type PieceNode } from './piece.ts';
import type { TaskDefinition, TaskOf, TaskView } from './task-contract.ts';

/** The pieces of a view as Groovy, for its template. */
export type ViewPieces = Readonly<Record<string, GroovyCode | boolean | undefined>>;

/**
 * Returns the view of a module for a task after checking every property. The modules that an installation adds are not
 * type-checked, so an author's string could take the place of Groovy and be printed as such. Returns a copy without a
 * prototype: the module's own object is read once, because its getters could return something else the next time.
 * @throws {TypeError} that names the property; whatever the view throws
 */
export function viewOf(definition: TaskDefinition, task: TaskOf<JsonObject>, context: TaskContext): TaskView {
  return definition.view === undefined ? {} : checkedView(definition.view(task, context));
}

function checkedView(returned: unknown): TaskView {
  if (typeof returned !== 'object' || returned === null || Array.isArray(returned)) {
    throw new TypeError(`the view returns ${describe(returned)}; it must return an object`);
  }
  if (returned instanceof Promise) throw new TypeError('the view returns a promise; it must not be async');
  const view: Record<string, TaskView[string]> = Object.create(null) as Record<string, never>; // empty so far
  for (const [name, piece] of Object.entries(returned) as [string, unknown][]) {
    if (piece !== undefined && typeof piece !== 'boolean' && !isPiece(piece))
      throw new TypeError(`the view returns ${describe(piece)} as "${name}"; ${advice}`);
    if (isPiece(piece) && codeNames.has(name)) requireCode(name, piece);
    view[name] = piece;
  }
  return view;
}

/** What `runScript(task)` and the local engine run as shell code. */
const codeNames: ReadonlySet<string> = new Set(['script', 'stop']);
/** Pieces in which no value of an input can stand. */
export const codeKinds: readonly PieceNode['kind'][] = ['shell', 'text', 'program'];

function requireCode(name: string, piece: Piece): void {
  const node = nodeOf(piece);
  const problem =
    node.kind === 'text' && templateReferences(parseTemplate(node.text).template).length > 0
      ? 'a text with references that nothing replaces'
      : node.kind === 'message' || node.kind === 'lines'
        ? 'a message, so values would run as shell code,'
        : codeKinds.includes(node.kind)
          ? undefined
          : `a ${node.kind}`;
  if (problem !== undefined)
    throw new TypeError(`the view returns ${problem} as "${name}"; write shell code with shell\`...\``);
}

const advice =
  'create it with text, message, shell or another function of @flowgate/flowgate/task that returns a piece';

/** The pieces of a checked view for its template. */
export function viewPieces(view: TaskView): ViewPieces {
  const pieces: Record<string, ViewPieces[string]> = Object.create(null) as Record<string, never>; // empty so far
  for (const [name, piece] of Object.entries(view)) pieces[name] = isPiece(piece) ? emitPiece(piece).code : piece;
  return pieces;
}

function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'undefined' ? 'nothing' : `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`;
}
