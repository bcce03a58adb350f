import type { CalledFlow } from '../language/execution-plan/plan-options.ts';
import type { ValidatedFlow } from '../language/flow/flow.ts';
import type { WorkOwner } from '../language/safe-patterns/bounded-runner.ts';
import { transpile, type Transpilation, type TranspileOptions } from './jenkins/jenkinsfile/transpile.ts';

/** Transpiles a flow to the text that an engine runs instead of a plan: the Jenkinsfile. */
export const transpileFlow: (flow: ValidatedFlow, options: TranspileOptions) => Transpilation = transpile;

export type { Transpilation };
/** The settings of an installation that affect the text. */
export type TranspileSettings = TranspileOptions['settings'];

export interface TranspileRequest {
  readonly flow: ValidatedFlow;
  /** Every flow that is called, directly or indirectly, by `callKey`. */
  readonly called: ReadonlyMap<string, CalledFlow>;
  readonly revision?: number | undefined;
  readonly parameters: TranspileOptions['parameters'];
  readonly canBegin?: TranspileOptions['canBegin'];
}

/** @throws {AppError} too-busy, never for `ownWork` */
export type Transpile = (request: TranspileRequest, owner: WorkOwner) => Transpilation | Promise<Transpilation>;
