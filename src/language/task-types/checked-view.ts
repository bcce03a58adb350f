import type { TaskContext } from '../flow/task-types.ts';
import type { GroovyCode } from '../../groovy/groovy-code.ts';
import { emitPiece } from './emit-piece.ts';
import { isPiece } from './piece.ts';
import type { JsonObject } from '../../problem/json-value.ts';
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
    view[name] = piece;
  }
  return view;
}

const advice = 'create it with text, message, list or another function of @flowgate/flowgate/task that returns a piece';

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
