import {
  transpileFlow,
  type Transpilation,
  type TranspileRequest,
  type TranspileSettings,
} from '../../engines/flow-transpiler.ts';
import { switchDisabled, type Switch } from '../../language/document/switch-disabled.ts';
import { importJobSource, type JobImport, type JobImportRequest } from './import-job-source.ts';
import { planningOperations, type PlanningOptions } from './planning-operations.ts';
import { callKey } from './subflow-calls.ts';
import { unifiedDiff, type NamedText } from './unified-diff.ts';
import { splitYamlStream, type StreamDocument } from './yaml-stream.ts';

/** The language of an installation. */
export interface LanguageOptions extends PlanningOptions {
  readonly settings: TranspileSettings;
}

interface DiffRequest {
  readonly from: NamedText;
  readonly to: NamedText;
}

interface SplitRequest {
  readonly text: string;
  readonly max: number;
}

export type LanguageOperations = ReturnType<typeof languageOperations>;

/** The operations, run in the calling thread. */
export function languageOperations(options: LanguageOptions) {
  const { taskTypes, settings, compositionLimits } = options;
  return {
    ...planningOperations(options),
    transpile: ({ flow, called, revision, parameters, canBegin }: TranspileRequest): Transpilation =>
      transpileFlow(flow, {
        taskTypes,
        settings,
        revision,
        parameters,
        canBegin,
        subflow: (call) => called.get(callKey(call)),
        compositionLimits,
      }),
    diff: ({ from, to }: DiffRequest): string => unifiedDiff(from, to),
    /** As `switchDisabled`. */
    switch: (request: Switch): string | undefined => switchDisabled(request, options.limits),
    /** The first `max` documents of a YAML stream. */
    split: ({ text, max }: SplitRequest): readonly StreamDocument[] => splitYamlStream(text, max),
    /** As `importJobSource`. */
    import: (request: JobImportRequest): JobImport => importJobSource(request, options),
  };
}
