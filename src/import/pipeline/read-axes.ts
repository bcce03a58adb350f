import type { Statement } from '../groovy/syntax.ts';
import { bodyOf, directiveOf, literalText, type DirectiveBlock } from './directive-block.ts';
import type { Axis, Matrix } from './pipeline.ts';

type ExcludedAxis = Matrix['excludes'][number]['axes'][number];

/** Takes the axes of a matrix. An axis that is not constant becomes unknown. */
export function readAxes(block: DirectiveBlock): readonly Axis[] {
  return (block.takeSection('axes')?.body ?? []).flatMap((statement) => {
    const axis = readAxis(statement);
    if (axis !== undefined && !axis.isNegated) {
      const { name, values, start, end } = axis;
      return { name, values, start, end };
    }
    block.keep(statement);
    return [];
  });
}

/** Takes the excludes of a matrix. One that is not constant becomes unknown as a whole. */
export function readExcludes(block: DirectiveBlock): Matrix['excludes'] {
  return (block.takeSection('excludes')?.body ?? []).flatMap((statement) => {
    const call = directiveOf(statement);
    const axes = call?.name === 'exclude' ? bodyOf(call)?.body.map(readAxis) : undefined;
    if (axes?.every((axis) => axis !== undefined) === true) {
      return { axes, start: statement.start, end: statement.end };
    }
    block.keep(statement);
    return [];
  });
}

function readAxis(statement: Statement): ExcludedAxis | undefined {
  const call = directiveOf(statement);
  const parts = call?.name === 'axis' ? bodyOf(call)?.body.map(directiveOf) : undefined;
  const [first, second] = parts ?? [];
  const name = first?.name === 'name' ? first : second;
  const values = first?.name === 'name' ? second : first;
  if (parts?.length !== 2 || name?.name !== 'name' || values === undefined) return undefined;
  if (values.name !== 'values' && values.name !== 'notValues') return undefined;
  const title = literalText(name.arguments[0]?.value);
  const texts = values.arguments.map(({ value }) => literalText(value));
  if (title === undefined || !texts.every((text) => text !== undefined)) return undefined;
  const { start, end } = statement;
  return { name: title, values: texts, isNegated: values.name === 'notValues', start, end };
}
