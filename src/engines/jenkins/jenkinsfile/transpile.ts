import { createHash } from 'node:crypto';
import type { Problem } from '../../../base/problem/problem.ts';
import type { ValidatedFlow } from '../../../language/flow/flow.ts';
import type { CalledDefault } from './called-defaults.ts';
import type { ComposeOptions } from './compose-options.ts';
import { composePipeline } from './compose-pipeline.ts';
import { printJenkinsfile } from './print-jenkinsfile.ts';

export type TranspileOptions = ComposeOptions;

export interface Transpilation {
  readonly jenkinsfile: string;
  /**
   * The digest in a text with external parameters, passed to its builds as `FLOWGATE_DIGEST`
   * (docs/explanation/executions.md): the SHA-256 of the text without it, in hexadecimal digits. Empty for a text with
   * declared parameters.
   */
  readonly digest: string;
  /** Problems that only the whole pipeline shows; with an error among them, the Jenkinsfile would not run. */
  readonly problems: readonly Problem[];
  /** The defaults of secret inputs of called flows. They contain plain text and must never be shown. */
  readonly calledDefaults: readonly CalledDefault[];
  /** Whether builds can begin after the first task: they have the parameters of a segment. */
  readonly canBegin: boolean;
}

/** Turns a flow into the text of its Jenkinsfile. The same flow and options always give the same text. */
export function transpile(flow: ValidatedFlow, options: TranspileOptions): Transpilation {
  const { pipeline, ...rest } = composePipeline(flow, options);
  const { beforeDigest, afterDigest } = printJenkinsfile(pipeline);
  if (pipeline.frame.kind === 'declarative') return { jenkinsfile: beforeDigest + afterDigest, digest: '', ...rest };
  const digest = createHash('sha256').update(`${beforeDigest}''${afterDigest}`).digest('hex');
  return { jenkinsfile: `${beforeDigest}'${digest}'${afterDigest}`, digest, ...rest };
}
