import type { Argument, Call, Expression, GroovyFile, Span, Statement } from '../groovy/syntax.ts';

/**
 * A Jenkins job as its sections, whoever read it: the parser of Groovy, the controller, or the reader of `config.xml`. All spans
 * are places in `file.text`. Steps stay Groovy statements, because declarative steps, `script` blocks and scripted
 * pipelines contain the same ones.
 */
export interface Pipeline extends Directives {
  readonly kind: 'declarative' | 'scripted' | 'freestyle';
  readonly file: GroovyFile;
  readonly libraries: readonly Library[];
  readonly parameters: readonly Call[];
  readonly triggers: readonly Call[];
  /** The stages of a declarative pipeline. */
  readonly stages: readonly Stage[];
  /** The steps of a scripted pipeline or a freestyle job. */
  readonly steps: readonly Statement[];
  /** What stands beside a declarative pipeline: functions, variables, imports. */
  readonly beside: readonly Statement[];
  /** Where the job takes its source from, if a `config.xml` or whoever imports it says so. */
  readonly repository?: Repository;
  /** Whether its script is in the job itself, so that there is no repository that Jenkins could check out. */
  readonly isInline?: true;
  readonly description?: string;
}

/** What a pipeline and a stage can both declare. */
export interface Directives {
  /** `agent any` and `agent none` have a literal argument, others a closure with one call: `label 'linux'`. */
  readonly agent?: Call;
  readonly tools: readonly Call[];
  readonly environment: readonly EnvironmentVariable[];
  readonly options: readonly Call[];
  readonly post: readonly PostCondition[];
  /** Directives that no reader knows, kept whole. */
  readonly unknown: readonly Statement[];
}

export interface Stage extends Directives, Span {
  /** Usually a literal; a scripted stage can compute its name. */
  readonly name: Expression;
  readonly when: readonly Call[];
  readonly input?: Call;
  /** The call `failFast true`. */
  readonly failFast?: Call;
  readonly content: StageContent;
}

export type StageContent =
  | { readonly kind: 'steps'; readonly steps: readonly Statement[] }
  | { readonly kind: 'stages'; readonly stages: readonly Stage[] }
  | { readonly kind: 'parallel'; readonly stages: readonly Stage[] }
  | { readonly kind: 'matrix'; readonly matrix: Matrix };

export interface Matrix extends Directives, Span {
  readonly axes: readonly Axis[];
  /** Each exclude as its axes; `notValues` excludes all other values. */
  readonly excludes: readonly (Span & { readonly axes: readonly (Axis & { readonly isNegated: boolean })[] })[];
  readonly when: readonly Call[];
  readonly stages: readonly Stage[];
}

export interface Axis extends Span {
  readonly name: string;
  readonly values: readonly string[];
}

export interface EnvironmentVariable extends Span {
  readonly name: string;
  readonly value: Expression;
}

export interface PostCondition extends Span {
  /** `always`, `failure`, `success`, `cleanup`, ... */
  readonly condition: string;
  readonly steps: readonly Statement[];
}

/** `@Library('tools@1.2') _` or `library 'tools'`. */
export interface Library extends Span {
  readonly arguments: readonly Argument[];
}

/** Where a job gets its Jenkinsfile or its source from. */
export interface Repository extends Span {
  readonly url: string;
  /** Such as `main`; without the patterns of Jenkins (`*\/main`). */
  readonly branch?: string;
  readonly credential?: string;
}
