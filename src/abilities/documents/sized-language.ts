import type { FlowSource } from '../../language/document/flow-document.ts';
import type { FlowLimits } from '../../language/document/flow-limits.ts';
import { parseFlowDocument, type ParsedFlowDocument } from '../../language/document/parse-flow-document.ts';
import { checkParsed, problemsOf, type CheckFlowOptions } from '../../language/flow/check-flow.ts';
import { outlineFlow } from '../../language/flow/outline-flow.ts';
import { ProcessorTimeBudget } from '../../language/processes/run-bounded.ts';
import type { BoundedResult } from '../../language/safe-patterns/time-budget.ts';
import { isComposedHeavier } from './composed-weight.ts';
import type { FlowLanguage } from './flow-language.ts';
import { languageOperations, type LanguageOptions } from './language-operations.ts';
import { quickDiff } from './unified-diff.ts';

// Any document of this size is read in less than 50 ms; an ordinary one takes about 10 ms and has half as many keys
// and values.
const maxCharacters = 8 * 1024;
const maxNodes = 1500;
// Transpiling takes a fifth of the time, and planning is a fifth of that.
const maxTranspiled = 32 * 1024;
const maxPlanned = 4 * maxTranspiled;
const diffMilliseconds = 20;

/** The flow language: small documents are handled in this thread, and those that would block other requests elsewhere. */
export function sizedLanguage(unlimited: LanguageOptions, elsewhere: FlowLanguage): FlowLanguage {
  const limits = { ...unlimited.limits, yamlNodes: Math.min(maxNodes, unlimited.limits.yamlNodes) };
  const options = { ...unlimited, limits };
  const { taskTypes } = options;
  const here = languageOperations(options);
  return {
    check(source, owner) {
      const parsed = parseSmall(source, limits);
      const done = parsed && uncut(options, (watched) => checkParsed(parsed, watched));
      return done === undefined ? elsewhere.check(source, owner) : done.result;
    },
    outline(source, owner) {
      const parsed = parseSmall(source, limits);
      const done = parsed && uncut(options, (watched) => outlineFlow(parsed, watched));
      return done === undefined ? elsewhere.outline(source, owner) : done.result;
    },
    valueOf(source, owner) {
      const parsed = parseSmall(source, limits);
      return parsed === undefined ? elsewhere.valueOf(source, owner) : parsed.document?.value;
    },
    locate(found, owner) {
      const parsed = parseSmall(found.source, limits);
      if (parsed === undefined) return elsewhere.locate(found, owner);
      return parsed.document && problemsOf(found.problems, parsed.document);
    },
    plan: (request, owner) =>
      isComposedHeavier(maxPlanned, request, taskTypes) ? elsewhere.plan(request, owner) : here.plan(request),
    transpile: (request, owner) =>
      isComposedHeavier(maxTranspiled, request, taskTypes)
        ? elsewhere.transpile(request, owner)
        : here.transpile(request),
    // Both are rare and parse the text several times.
    switch: elsewhere.switch,
    import: elsewhere.import,
    split: (request, owner) => (isLarge(request) ? elsewhere.split(request, owner) : here.split(request)),
    diff(texts, owner) {
      const { from, to } = texts;
      const done = isLarge(from) || isLarge(to) ? undefined : quickDiff(from, to, diffMilliseconds);
      return done ?? elsewhere.diff(texts, owner);
    },
  };
}

/** Does what needs time budgets; undefined if any of its work was cut off. */
function uncut<Result>(
  options: CheckFlowOptions,
  work: (watched: CheckFlowOptions) => Result,
): { readonly result: Result } | undefined {
  const budgets: WatchedBudget[] = [];
  const makeBudget = () => {
    const budget = new WatchedBudget();
    budgets.push(budget);
    return budget;
  };
  const result = work({ ...options, makeBudget });
  return budgets.some(({ isSpent }) => isSpent) ? undefined : { result };
}

function parseSmall(source: FlowSource, limits: FlowLimits): ParsedFlowDocument | undefined {
  if (isLarge(source)) return undefined;
  const parsed = parseFlowDocument(source, limits);
  return parsed.problems[0]?.problem.code === 'yaml-too-complex' ? undefined : parsed;
}

function isLarge({ text }: Pick<FlowSource, 'text'>): boolean {
  return text.length > maxCharacters;
}

/** A time budget that records whether any work was cut off. */
class WatchedBudget extends ProcessorTimeBudget {
  isSpent = false;

  override run<T>(work: () => T): BoundedResult<T> | undefined {
    const result = super.run(work);
    this.isSpent ||= result?.done !== true;
    return result;
  }
}
