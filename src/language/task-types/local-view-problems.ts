import { codeKinds } from './checked-view.ts';
import { nodeOf, type PieceNode } from './piece.ts';
import type { LocalForm, TaskDefinition, TaskView } from './task-contract.ts';

type Kind = PieceNode['kind'];

const text: readonly Kind[] = ['text', 'message', 'lines', 'program'];
const list: readonly Kind[] = ['list'];
const map: readonly Kind[] = ['map'];

/** The keys that Flowgate's own engine reads, with the kinds of their pieces; each form requires the key of its name. */
const keysOfForm = {
  script: { script: codeKinds, shell: text, files: map, stop: codeKinds, returns: text, outputFiles: list },
  message: { message: text },
  wait: { message: text, for: text, until: text },
} as const satisfies Readonly<Record<LocalForm | 'wait', Readonly<Record<string, readonly Kind[]>>>>;

export const localForms: readonly unknown[] = Object.keys(keysOfForm).filter((form) => form !== 'wait');

/** Why Flowgate's own engine could not run a view as `task.local` declares. */
export function localViewProblems({ local, wait }: Pick<TaskDefinition, 'local' | 'wait'>, view: TaskView): string[] {
  const form = wait === undefined ? local : 'wait';
  if (form === undefined) return [];
  return Object.entries<readonly Kind[]>(keysOfForm[form]).flatMap(([key, kinds]) => {
    const piece = view[key];
    if (piece === undefined && key !== form) return [];
    const isRight = typeof piece === 'object' && kinds.includes(nodeOf(piece).kind);
    const expected = kinds === codeKinds ? 'shell code' : kinds === text ? 'text or a message' : `a ${kinds[0]}`;
    const why = wait === undefined ? `task.local is "${local}"` : 'the task waits';
    return isRight ? [] : [`${why}, so the view must return ${expected} as "${key}"`];
  });
}
