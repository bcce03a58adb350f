import { defaultFlowLimits, type FlowLimits } from '../document/flow-limits.ts';

/** The limits of a test file. */
export const testFileLimits: FlowLimits = { ...defaultFlowLimits, flowBytes: 1024 * 1024, yamlNodes: 200_000 };

/** Cases of a file. */
export const maxCases = 1000;
/** Mocks or expected tasks of one case. */
export const maxPerMap = 1000;
