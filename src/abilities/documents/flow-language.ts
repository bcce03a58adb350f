import type { WorkOwner } from '../../language/safe-patterns/bounded-runner.ts';
import type { LanguageOperations } from './language-operations.ts';
import type { PlanningOperations } from './planning-operations.ts';

/**
 * The flow language, in this process or another, which may have other work to finish first: one function for each
 * question. Arguments and results are plain data, which can be sent to another process. Owners of work take turns when
 * there is not enough room. Each function throws `too-busy`, but never for `ownWork`.
 */
export type FlowLanguage<Operations extends object = LanguageOperations> = {
  readonly [Name in keyof Operations]: Operations[Name] extends (argument: infer Argument) => infer Result
    ? (argument: Argument, owner: WorkOwner) => Result | Promise<Result>
    : never;
};

/** A language that reads documents, and plans what they contain. */
export type PlanningLanguage = FlowLanguage<PlanningOperations>;
/** The part of it that reads documents. */
export type ReadingLanguage = Omit<PlanningLanguage, 'plan'>;
