import { flowName, type FlowKey } from '../language/flow/flow-key.ts';
import { validateInputs } from '../language/inputs/validate-inputs.ts';
import { ownWork } from '../language/safe-patterns/bounded-runner.ts';
import type { Problem } from '../problem/problem.ts';
import { FlowChecker, mergeProblems, type CheckedSource } from '../services/flows/flow-checker.ts';
import type { LanguageOptions } from '../services/language/language-operations.ts';
import { inThreadLanguage } from '../services/language/planning-operations.ts';
import type { CalledFlowSource, FoundRevision } from '../services/subflows/called-flow-source.ts';
import { SubflowService } from '../services/subflows/subflow-service.ts';
import { InThreadRunner } from '../threads/in-thread-runner.ts';
import type { FlowFile } from './flow-file.ts';
import type { FileProblems } from './prepare-flow.ts';

// Each document is checked once, however large.
const cacheBytes = 64 * 1024 * 1024;

/**
 * Checks flows in files, and the calls between them. A call of any other flow is not checked, nor is one of a revision:
 * files have none.
 * @param files in UTF-8
 * @returns the problems of every file, in the same order
 */
export async function checkFlowFiles(
  files: readonly FlowFile[],
  language: LanguageOptions,
): Promise<readonly FileProblems[]> {
  // The settings of the gateway that will run the flows are unknown.
  const checker = new FlowChecker({
    language: inThreadLanguage({ ...language, taskSettings: undefined }),
    cacheBytes,
  });
  const checked: (readonly [FlowFile, CheckedSource])[] = [];
  // JSON is YAML, and only YAML has positions.
  for (const file of files)
    checked.push([file, await checker.check({ bytes: Buffer.from(file.bytes), format: 'yaml' }, ownWork)]);
  const runner = new InThreadRunner();
  const subflows = new SubflowService({
    store: new GivenFlows(checked),
    checker,
    taskTypes: language.taskTypes,
    validate: (inputs, values, owner) => validateInputs(inputs, values, { runner, owner }),
    limits: language.compositionLimits,
  });
  const reports: FileProblems[] = [];
  for (const [{ name }, source] of checked) {
    const { flow } = source.check;
    const found = flow === undefined ? [] : (await subflows.resolve(flow)).problems.filter(isKnown);
    reports.push({ file: name, text: source.text, problems: await mergeProblems(found, source, ownWork) });
  }
  return reports;
}

/** A flow that is not among the files can be on the server. */
function isKnown({ code }: Problem): boolean {
  return code !== 'subflow-not-found';
}

/** The valid flows among files; one that is in several files is not found, because either could be meant. */
class GivenFlows implements CalledFlowSource {
  readonly #files = new Map<string, FlowFile | undefined>();

  constructor(checked: readonly (readonly [FlowFile, CheckedSource])[]) {
    for (const [file, { check }] of checked) {
      if (check.flow === undefined) continue;
      const name = flowName(check.flow);
      this.#files.set(name, this.#files.has(name) ? undefined : file);
    }
  }

  async read(key: FlowKey, revision?: number): Promise<FoundRevision | undefined> {
    const file = revision === undefined ? this.#files.get(flowName(key)) : undefined;
    if (file === undefined) return undefined;
    return {
      flow: { revision: 1 },
      entry: { revision: 1 },
      source: { bytes: Buffer.from(file.bytes), format: 'yaml' },
    };
  }
}
