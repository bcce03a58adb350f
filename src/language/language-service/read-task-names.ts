import { taskSections, type TaskSection } from '../flow/flow.ts';
import { plainTypes } from '../input-types/input-types.ts';
import { taskListsIn, type BlockShape, type TaskShapes } from './block-shapes.ts';
import {
  callOf,
  declaredKeys,
  named,
  readField,
  readInput,
  type FieldDeclaration,
  type FlowNames,
  type TaskDeclaration,
} from './flow-names.ts';
import { itemsOf, scalarAt, valueOf, type OutlineNode } from './outline.ts';

/** The tasks of a document, also those inside blocks. */
export function readTaskNames(
  root: OutlineNode | undefined,
  { blocks, forms }: TaskShapes,
): Pick<FlowNames, 'tasks' | 'positions'> {
  const tasks: TaskDeclaration[] = [];
  const positions = new Map<OutlineNode, number>();
  for (const section of taskSections) readList(itemsOf(valueOf(root, section)), section, []);
  return { tasks, positions };

  function readList(
    items: readonly (OutlineNode | undefined)[],
    section: TaskSection,
    places: TaskDeclaration['places'],
  ): void {
    const inner = places.at(-1);
    for (const [index, item] of items.entries()) {
      const position = tasks.length;
      const type = scalarAt(item, 'type')?.text ?? '';
      const block = blocks.get(type);
      const here = inner === undefined ? places : [...places.slice(0, -1), { ...inner, index }];
      if (item !== undefined) positions.set(item, position);
      tasks.push(readTask(item, { section, places: here, block, form: forms.get(type) }));
      if (block === undefined || places.length === maxDepth) continue;
      for (const [body, list] of taskListsIn(item, block.schema).entries())
        readList(list, section, [...here, { block: position, body }]);
    }
  }
}

// Deeper blocks are rejected, but a document that is being typed can have them.
const maxDepth = 20;

interface TaskPlace extends Pick<TaskDeclaration, 'section' | 'places'> {
  readonly block: BlockShape | undefined;
  /** The property with the inputs of its form. */
  readonly form: string | undefined;
}

function readTask(item: OutlineNode | undefined, { section, places, block, form }: TaskPlace): TaskDeclaration {
  const id = scalarAt(item, 'id');
  const call = callOf(item);
  const declared = declaredKeys(valueOf(item, 'outputSchema')).map(({ key, value }) => readField(key, value));
  const inputs = form === undefined ? [] : itemsOf(valueOf(item, form)).flatMap(readInput);
  return {
    name: id?.text ?? '',
    range: id?.range ?? { start: 0, end: 0 },
    section,
    places,
    ...named(item, { type: 'type', description: 'description' }),
    ...(call !== undefined && { call }),
    ...(block !== undefined && { block }),
    ...(block?.kind === 'loop' && { items: itemFieldsOf(item) }),
    ...(form !== undefined && { form: { property: form, inputs } }),
    fields: [...declared, ...(block === undefined ? [] : blockOutputs(item, block)), ...inputs],
  };
}

/** The outputs of a loop are lists. */
function blockOutputs(item: OutlineNode | undefined, { kind }: BlockShape): readonly FieldDeclaration[] {
  if (kind !== 'loop' && kind !== 'until') return [];
  const outputs = readOutputs(valueOf(item, 'outputs'));
  return kind === 'loop' ? outputs.map((output) => ({ ...output, type: plainTypes.json })) : outputs;
}

/** The outputs that a flow or a block declares. */
export function readOutputs(list: OutlineNode | undefined): readonly FieldDeclaration[] {
  return itemsOf(list).flatMap((item) => {
    const id = scalarAt(item, 'id');
    return id === undefined ? [] : [readField({ name: id.text, range: id.range }, item)];
  });
}

/** The keys of `schema`, or of `matrix`. */
function itemFieldsOf(item: OutlineNode | undefined): readonly FieldDeclaration[] {
  const declared = declaredKeys(valueOf(item, 'schema')).map(({ key, value }) => readField(key, value));
  return declared.length > 0 ? declared : declaredKeys(valueOf(item, 'matrix')).map(({ key }) => key);
}
