import type { TaskShapes } from './block-shapes.ts';
import type { FlowNames } from './flow-names.ts';
import type { OutlineNode } from './outline.ts';
import { readNames } from './read-names.ts';
import { readOutline } from './read-outline.ts';

/** A document as the language service sees it. */
export interface FlowView {
  readonly text: string;
  readonly root: OutlineNode | undefined;
  readonly names: FlowNames;
}

export function viewFlow(text: string, shapes: TaskShapes): FlowView {
  const root = readOutline(text);
  return { text, root, names: readNames(root, shapes) };
}
