import type { ValidatedFlow } from '../flow/flow.ts';
import type { Finding } from '../problem/problem.ts';
import { composePipeline, type ComposeOptions } from './compose-pipeline.ts';
import { renderJenkinsfile } from './render-jenkinsfile.ts';

export type TranspileOptions = ComposeOptions;

export interface Transpilation {
  readonly jenkinsfile: string;
  /** What only the whole pipeline shows; with an error among them the Jenkinsfile would not run. */
  readonly findings: readonly Finding[];
}

/** Turns a flow into the text of its Jenkinsfile. The same flow and options always give the same text. */
export function transpile(flow: ValidatedFlow, options: TranspileOptions): Transpilation {
  const { pipeline, findings } = composePipeline(flow, options);
  return { jenkinsfile: renderJenkinsfile(pipeline), findings };
}
