import { severityOf } from '../../../base/problem/problem-catalogue.ts';
import type { Path } from '../../../base/problem/problem.ts';
import { isJsonObject, type JsonValue } from '../../../base/text/json-value.ts';
import type { MappingRule, MappingRules } from '../../../import/mapping/context/job-mapping.ts';
import type { FlowDocument } from '../../../language/document/flow-document.ts';
import { defaultFlowLimits } from '../../../language/document/flow-limits.ts';
import { inputIdRule, isId } from '../../../language/document/id-rule.ts';
import { parseFlowDocument } from '../../../language/document/parse-flow-document.ts';
import { isFlowKey } from '../flows/flow-name.ts';
import { readFlowFile } from '../flows/read-flow-file.ts';
import { withoutControls } from '../terminal-text.ts';
import { UsageError, type Terminal } from '../terminal.ts';

/** Reads a mapping file. @throws {UsageError} with all problems of the file */
export async function readMappingFile(file: string, terminal: Terminal): Promise<MappingRules> {
  const { name, text } = await readFlowFile(file, terminal);
  const source = { text, format: 'yaml', noun: 'mapping file' } as const;
  const { document, problems, sourceRange } = parseFlowDocument(source, defaultFlowLimits);
  const first = problems.find(({ problem }) => severityOf(problem) === 'error');
  if (first !== undefined)
    throw new UsageError(`${name}:${sourceRange(first.source)?.line ?? 1}: ${withoutControls(first.problem.message)}`);
  // A file of comments only is empty.
  if (document === undefined || document.value === null) return {};
  const faults: string[] = [];
  const rules = readRules(document.value, (path, message) =>
    faults.push(`${name}:${lineOf(document, path)}: ${message}`),
  );
  if (faults.length > 0) throw new UsageError(faults.map(withoutControls).join('\n'));
  return rules;
}

type Report = (path: Path, message: string) => void;

const identifier = /^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/;

function readRules(value: JsonValue, report: Report): MappingRules {
  if (!isJsonObject(value)) {
    report(
      [],
      'the mapping file must be a map of step names to rules, such as "companyDeploy: {subflow: company/deploy}".',
    );
    return {};
  }
  const rules = Object.entries(value).flatMap(([step, rule]) => {
    if (!identifier.test(step)) report([step], `${JSON.stringify(step)} is not the name of a step.`);
    const read = readRule(step, rule, report);
    return read === undefined ? [] : [[step, read] as const];
  });
  return Object.fromEntries(rules);
}

function readRule(step: string, rule: JsonValue, report: Report): MappingRule | undefined {
  if (!isJsonObject(rule)) {
    report([step], `${step} must be a map with "subflow", and "inputs" if the flow has inputs.`);
    return undefined;
  }
  for (const key of Object.keys(rule))
    if (key !== 'subflow' && key !== 'inputs')
      report([step, key], `${step} has the unknown property ${JSON.stringify(key)}; allowed: subflow, inputs.`);
  const { subflow, inputs } = rule;
  const isFlow = typeof subflow === 'string' && isFlowName(subflow);
  if (!isFlow) report([step, 'subflow'], `${step}.subflow must be a flow, as NAMESPACE/ID.`);
  const read = inputs === undefined ? undefined : readInputs(step, inputs, report);
  return isFlow ? { subflow, ...(read !== undefined && { inputs: read }) } : undefined;
}

function readInputs(step: string, inputs: JsonValue, report: Report): MappingRule['inputs'] {
  if (!isJsonObject(inputs)) {
    report([step, 'inputs'], `${step}.inputs must be a map of input ids to arguments.`);
    return {};
  }
  const read = Object.entries(inputs).flatMap(([id, argument]) => {
    const path = [step, 'inputs', id];
    if (!isId(id, inputIdRule)) report(path, `${JSON.stringify(id)} is not an input id.`);
    if (typeof argument === 'number' ? Number.isInteger(argument) && argument >= 0 : typeof argument === 'string')
      return [[id, argument as string | number] as const]; // one of the two
    report(path, `${step}.inputs.${id} must be the name of an argument, or its position from 0.`);
    return [];
  });
  return Object.fromEntries(read);
}

function isFlowName(text: string): boolean {
  const [namespace, id, ...rest] = text.split('/');
  return rest.length === 0 && isFlowKey({ namespace, id });
}

function lineOf(document: FlowDocument, path: Path): number {
  return document.sourceRange(document.locate({ path, at: 'key' }))?.line ?? 1;
}
