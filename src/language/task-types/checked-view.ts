import type { TaskContext } from '../flow/task-types.ts';
import { isGroovyCode, type GroovyCode } from '../../groovy/groovy-code.ts';
import { isGroovyMessage, type GroovyMessage } from './groovy-message.ts';
import type { JsonObject } from '../../problem/json-value.ts';
import type { TaskDefinition, TaskOf, TaskView } from './task-contract.ts';

/** The pieces of a view as its template reads them: a message as its code. */
export type ViewPieces = Readonly<Record<string, GroovyCode | boolean | undefined>>;

/**
 * What the view of a module returns for a task, once every property was looked at: nothing checks the types of a module
 * that an installation adds, so that a text from an author could stand where Groovy is expected, and be printed as such.
 * It is a copy without a prototype: the module's own object, whose getters could answer otherwise the next time, is read once.
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
    if (!isPiece(piece)) throw new TypeError(`the view returns ${describe(piece)} as "${name}"; ${advice}`);
    view[name] = piece;
  }
  return view;
}

const advice =
  'make it with groovyString, groovyText, groovyMessage or another function of flowgate/task that returns Groovy';

/** The pieces of a checked view as its template reads them. */
export function viewPieces(view: TaskView): ViewPieces {
  const pieces: Record<string, ViewPieces[string]> = Object.create(null) as Record<string, never>; // empty so far
  for (const [name, piece] of Object.entries(view)) pieces[name] = isGroovyMessage(piece) ? piece.code : piece;
  return pieces;
}

function isPiece(piece: unknown): piece is GroovyCode | GroovyMessage | boolean | undefined {
  return piece === undefined || typeof piece === 'boolean' || isGroovyCode(piece) || isGroovyMessage(piece);
}

function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'undefined' ? 'nothing' : `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`;
}
