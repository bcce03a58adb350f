import type { ProblemCode } from '../../base/problem/problem-catalogue.ts';
import type { FlowSource } from '../../language/document/flow-document.ts';
import type { FlowLimits } from '../../language/document/flow-limits.ts';
import { parseFlowDocument, type ParsedFlowDocument } from '../../language/document/parse-flow-document.ts';
import { checkParsed, problemsOf, type CheckFlowOptions } from '../../language/flow/check-flow.ts';
import { outlineFlow } from '../../language/flow/outline-flow.ts';
import { ProcessorTimeBudget } from '../../language/processes/run-bounded.ts';
import type { WorkOwner } from '../../language/safe-patterns/bounded-runner.ts';
import type { BoundedResult } from '../../language/safe-patterns/time-budget.ts';
import { isComposedHeavier } from './composed-weight.ts';
import type { ArgumentOf, FlowLanguage, OperationName, ResultOf } from './flow-language.ts';
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

/** Runs an operation in this thread; returns undefined, immediately or after a moment, if it is too large for that. */
type Try<Name extends OperationName> = (argument: ArgumentOf<Name>) => { readonly result: ResultOf<Name> } | undefined;

/**
 * The flow language: small documents are handled in this thread, and those that would block other requests elsewhere.
 */
export class SizedLanguage implements FlowLanguage {
  readonly #here: { readonly [Name in OperationName]: Try<Name> };
  readonly #elsewhere: FlowLanguage;

  constructor(options: LanguageOptions, elsewhere: FlowLanguage) {
    this.#here = operationsHere(options);
    this.#elsewhere = elsewhere;
  }

  ask<Name extends OperationName>(
    name: Name,
    argument: ArgumentOf<Name>,
    owner: WorkOwner,
  ): ResultOf<Name> | Promise<ResultOf<Name>> {
    const done = this.#here[name](argument);
    return done === undefined ? this.#elsewhere.ask(name, argument, owner) : done.result;
  }
}

function operationsHere(unlimited: LanguageOptions): { readonly [Name in OperationName]: Try<Name> } {
  const options = {
    ...unlimited,
    limits: { ...unlimited.limits, yamlNodes: Math.min(maxNodes, unlimited.limits.yamlNodes) },
  };
  const operations = languageOperations(options);
  return {
    check(source) {
      const parsed = parseSmall(source, options.limits);
      return parsed && uncut(options, (watched) => checkParsed(parsed, watched));
    },
    outline(source) {
      const parsed = parseSmall(source, options.limits);
      return parsed && uncut(options, (watched) => outlineFlow(parsed, watched));
    },
    valueOf(source) {
      const parsed = parseSmall(source, options.limits);
      return parsed && { result: parsed.document?.value };
    },
    locate({ source, problems }) {
      const parsed = parseSmall(source, options.limits);
      return parsed && { result: parsed.document && problemsOf(problems, parsed.document) };
    },
    plan: (request) =>
      isComposedHeavier(maxPlanned, request, options.taskTypes) ? undefined : { result: operations.plan(request) },
    transpile: (request) =>
      isComposedHeavier(maxTranspiled, request, options.taskTypes)
        ? undefined
        : { result: operations.transpile(request) },
    // Both are rare and parse the text several times.
    switch: () => undefined,
    import: () => undefined,
    split: (request) => (isLarge(request) ? undefined : { result: operations.split(request) }),
    diff({ from, to }) {
      if (isLarge(from) || isLarge(to)) return undefined;
      const result = quickDiff(from, to, diffMilliseconds);
      return result === undefined ? undefined : { result };
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
  return isTooComplex(parsed.problems[0]?.problem.code) ? undefined : parsed;
}

function isTooComplex(code: ProblemCode | undefined): boolean {
  return code === 'yaml-too-complex';
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
