import type { TaskShapes } from './block-shapes.ts';
import { declaredKeys, readInput, type FlowNames } from './flow-names.ts';
import { itemsOf, valueOf, type OutlineNode } from './outline.ts';
import { readOutline } from './read-outline.ts';
import { readTaskNames } from './read-task-names.ts';

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

function readNames(root: OutlineNode | undefined, shapes: TaskShapes): FlowNames {
  return {
    inputs: itemsOf(valueOf(root, 'inputs')).flatMap(readInput),
    variables: declaredKeys(valueOf(root, 'variables')).map(({ key, value }) => ({ ...key, ...textOf(value) })),
    ...readTaskNames(root, shapes),
  };
}

function textOf(node: OutlineNode | undefined): { readonly value?: string } {
  return node?.kind === 'scalar' ? { value: node.text } : {};
}
