import type { LanguageOptions } from '../../abilities/documents/language-operations.ts';
import { mergeProblems, type CheckedSource } from '../../abilities/flows/check/flow-checker.ts';
import type { CalledFlowSource, FoundRevision } from '../../abilities/flows/subflows/called-flow-source.ts';
import type { Problem } from '../../base/problem/problem.ts';
import { flowName, type FlowKey } from '../../language/flow/flow-key.ts';
import { ownWork } from '../../language/safe-patterns/bounded-runner.ts';
import { asFoundRevision, type FlowFile } from './flow-file.ts';
import { inThreadChecks } from './in-thread-checks.ts';
import type { FileProblems } from './prepare-flow.ts';

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
  const store = new GivenFlows();
  // The settings of the gateway that will run the flows are unknown.
  const { checker, subflows } = inThreadChecks({ ...language, taskSettings: undefined }, store);
  const checked: CheckedSource[] = [];
  for (const file of files) {
    const source = await checker.check(asFoundRevision(file).source, ownWork);
    store.add(file, source);
    checked.push(source);
  }
  const reports: FileProblems[] = [];
  for (const [index, source] of checked.entries()) {
    const { flow } = source.check;
    const found = flow === undefined ? [] : (await subflows.resolve(flow)).problems.filter(isKnown);
    reports.push({
      file: files[index]?.name ?? '',
      text: source.text,
      problems: await mergeProblems(found, source, ownWork),
    });
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

  add(file: FlowFile, { check }: CheckedSource): void {
    if (check.flow === undefined) return;
    const name = flowName(check.flow);
    this.#files.set(name, this.#files.has(name) ? undefined : file);
  }

  async read(key: FlowKey, revision?: number): Promise<FoundRevision | undefined> {
    const file = revision === undefined ? this.#files.get(flowName(key)) : undefined;
    return file && asFoundRevision(file);
  }
}
