import type { Call, SyntaxProblem } from '../groovy/syntax.ts';
import type { Pipeline, Repository } from './pipeline.ts';

/** A job of Jenkins, as its `config.xml` says. */
export type Job =
  | PipelineJob
  | { readonly kind: 'freestyle'; readonly pipeline: Pipeline }
  | MultibranchJob
  /** Contains jobs, or finds repositories on its own. */
  | { readonly kind: 'folder' | 'organization' }
  /** `element` is the root element, such as `maven2-moduleset`. */
  | { readonly kind: 'matrix' | 'unsupported'; readonly element: string }
  | { readonly kind: 'unreadable'; readonly problem: SyntaxProblem };

export interface PipelineJob {
  readonly kind: 'pipeline';
  /** The script itself; undefined if it is in a repository. */
  readonly script?: string;
  readonly repository?: Repository;
  /** The path of the script in the repository. */
  readonly scriptPath?: string;
  readonly description?: string;
  /** What is declared outside of the script. Spans are places in the `config.xml`. */
  readonly declared: JobDeclarations;
}

export interface MultibranchJob {
  readonly kind: 'multibranch';
  readonly scriptPath: string;
  readonly description?: string;
  readonly sources: readonly Repository[];
  /** The classes of sources that name no address. */
  readonly otherSources: readonly string[];
}

/** Parameters, triggers and options in the form that a pipeline declares them in; what it has no word for is an option. */
export interface JobDeclarations {
  readonly parameters: readonly Call[];
  readonly triggers: readonly Call[];
  readonly options: readonly Call[];
}
