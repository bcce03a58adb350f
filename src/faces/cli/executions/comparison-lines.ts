import { writeJson } from '../../../base/text/exact-json.ts';
import type { Schema } from '../../api-client/operation-types.ts';
import { withoutControls } from '../terminal-text.ts';
import { spanText } from './execution-text.ts';

type Comparison = Schema<'Comparison'>;

/** Two executions for people: a line for each, and what differs. */
export function comparisonLines(comparison: Comparison): readonly string[] {
  const { left, right, inputs, tasks, outputs, firstDifferingLine, truncated } = comparison;
  return [
    sideText('left ', left),
    sideText('right', right),
    ...section('Inputs', inputs.map(valueText)),
    ...section('Tasks', tasks.map(taskText)),
    ...section('Outputs', outputs.map(valueText)),
    ...section('Log', logLines(firstDifferingLine, truncated === true)),
  ];
}

function sideText(name: string, execution: Schema<'ComparedExecution'>): string {
  const { id, number, namespace, flowId, revision, state, duration } = execution;
  const parts = [
    `${namespace}/${flowId}${revision === undefined ? '' : `@${revision}`}`,
    number !== undefined && `#${number}`,
    id,
    state,
    duration !== undefined && spanText(duration),
  ];
  return `${name}  ${parts.filter((part) => part).join('  ')}`;
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`)];
}

function valueText({ id, left, right }: Schema<'ComparedValue'>): string {
  return `${id}: ${jsonText(left)} -> ${jsonText(right)}`;
}

function jsonText(value: unknown): string {
  return value === undefined ? 'none' : writeJson(value);
}

function taskText({ path, left, right }: Comparison['tasks'][number]): string {
  return `${withoutControls(path)}: ${runText(left)} -> ${runText(right)}`;
}

function runText(run: Schema<'ComparedTaskRun'> | undefined): string {
  if (run === undefined) return 'none';
  return run.duration === undefined ? run.state : `${run.state} ${spanText(run.duration)}`;
}

function logLines(first: Comparison['firstDifferingLine'], isCut: boolean): readonly string[] {
  const cut = isCut ? ['Only the first 8 MiB were compared.'] : [];
  if (first === undefined) return cut.length === 0 ? ['no difference'] : [...cut, 'no difference there'];
  const { left, right } = first;
  return [
    `line ${(left ?? right)?.line} is the first that differs`,
    `- ${left === undefined ? '(the log has ended)' : withoutControls(left.text)}`,
    `+ ${right === undefined ? '(the log has ended)' : withoutControls(right.text)}`,
    ...cut,
  ];
}
