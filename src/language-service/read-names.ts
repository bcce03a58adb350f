import type { BlockShapes } from './block-shapes.ts';
import { declaredKeys, named, type FlowNames, type InputDeclaration } from './flow-names.ts';
import { itemsOf, scalarAt, valueOf, type OutlineNode } from './outline.ts';
import { readTaskNames } from './read-task-names.ts';

export function readNames(root: OutlineNode | undefined, blocks: BlockShapes): FlowNames {
  return {
    inputs: itemsOf(valueOf(root, 'inputs')).flatMap(readInput),
    variables: declaredKeys(valueOf(root, 'variables')).map(({ key, value }) => ({ ...key, ...textOf(value) })),
    ...readTaskNames(root, blocks),
  };
}

function readInput(item: OutlineNode | undefined): readonly InputDeclaration[] {
  const id = scalarAt(item, 'id');
  if (id === undefined) return [];
  return [
    {
      name: id.text,
      range: id.range,
      ...named(item, { type: 'type', displayName: 'display_name', description: 'description', defaults: 'defaults' }),
    },
  ];
}

function textOf(node: OutlineNode | undefined): { readonly value?: string } {
  return node?.kind === 'scalar' ? { value: node.text } : {};
}
