import type { Problem, ReportedProblem } from '../../base/problem/problem.ts';
import type { JsonValue } from '../../base/text/json-value.ts';
import type { Transpilation, TranspileRequest } from '../../engines/flow-transpiler.ts';
import type { FlowSource } from '../../language/document/flow-document.ts';
import type { Switch } from '../../language/document/switch-disabled.ts';
import type { PlanFacts } from '../../language/execution-plan/plan-facts.ts';
import type { FlowCheck } from '../../language/flow/check-flow.ts';
import type { OutlineNode } from '../../language/flow/outline-flow.ts';
import type { WorkOwner } from '../../language/safe-patterns/bounded-runner.ts';
import type { JobImport, JobImportRequest } from './import-job-source.ts';
import type { NamedText } from './unified-diff.ts';
import type { StreamDocument } from './yaml-stream.ts';

/**
 * The operations of the flow language that the services use. Each has one argument and one result of plain data, so
 * that both can be sent to another process.
 */
export interface LanguageOperations {
  check(source: FlowSource): FlowCheck;
  /** The document as a plain value; undefined if the text cannot be parsed. */
  valueOf(source: FlowSource): JsonValue | undefined;
  /** Turns the findings of a later stage into problems of the document; undefined if the text cannot be parsed. */
  locate(found: FoundIn): readonly ReportedProblem[] | undefined;
  /** The facts that a gateway needs about the plan of a flow. */
  plan(request: PlanRequest): PlanFacts;
  transpile(request: TranspileRequest): Transpilation;
  diff(texts: DiffRequest): string;
  /** As `outlineFlow`. */
  outline(source: FlowSource): readonly OutlineNode[];
  /** As `switchDisabled`. */
  switch(request: Switch): string | undefined;
  /** The first `max` documents of a YAML stream. */
  split(request: SplitRequest): readonly StreamDocument[];
  /** As `importJobSource`. */
  import(request: JobImportRequest): JobImport;
}

interface FoundIn {
  readonly source: FlowSource;
  readonly problems: readonly Problem[];
}

/** A flow together with all that it calls. */
export type PlanRequest = Omit<TranspileRequest, 'parameters'>;

interface DiffRequest {
  readonly from: NamedText;
  readonly to: NamedText;
}

interface SplitRequest {
  readonly text: string;
  readonly max: number;
}

export type OperationName = keyof LanguageOperations;
export type ArgumentOf<Name extends OperationName> = Parameters<LanguageOperations[Name]>[0];
export type ResultOf<Name extends OperationName> = ReturnType<LanguageOperations[Name]>;

/**
 * The flow language, in this process or another, which may have other work to finish first.
 * @throws {AppError} too-busy, never for `ownWork`
 */
export interface FlowLanguage<Names extends OperationName = OperationName> {
  /** @param owner the owner of the work; owners take turns when there is not enough room */
  ask<Name extends Names>(
    name: Name,
    argument: ArgumentOf<Name>,
    owner: WorkOwner,
  ): ResultOf<Name> | Promise<ResultOf<Name>>;
}

/** The part of the language that reads documents. */
export type ReadingLanguage = FlowLanguage<'check' | 'valueOf' | 'locate' | 'outline'>;
/** A language that also plans what flows contain. */
export type PlanningLanguage = FlowLanguage<PlanningName>;
export type PlanningName = 'check' | 'valueOf' | 'locate' | 'outline' | 'plan';
