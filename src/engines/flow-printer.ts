import type { CalledFlow } from '../execution-plan/plan-options.ts';
import type { ValidatedFlow } from '../language/flow/flow.ts';
import type { WorkOwner } from '../language/safe-patterns/bounded-engine.ts';
import { transpile, type Transpilation, type TranspileOptions } from './jenkins/jenkinsfile/transpile.ts';

/** Prints the text that an engine runs instead of a plan: the Jenkinsfile. */
export const printFlow: (flow: ValidatedFlow, options: PrintOptions) => PrintedFlow = transpile;

export type PrintedFlow = Transpilation;
export type PrintOptions = TranspileOptions;
/** The settings of an installation for what is printed. */
export type PrintSettings = PrintOptions['settings'];

export interface PrintRequest {
  readonly flow: ValidatedFlow;
  /** Every flow that is called, directly or indirectly, by `callKey`. */
  readonly called: ReadonlyMap<string, CalledFlow>;
  readonly revision?: number | undefined;
  readonly parameters: PrintOptions['parameters'];
}

/** @throws {AppError} too-busy, never for `ownWork` */
export type AskPrinter = (request: PrintRequest, owner: WorkOwner) => PrintedFlow | Promise<PrintedFlow>;
