import { AppError } from '../../problem/app-error.ts';
import type { JsonObject } from '../../problem/json-value.ts';
import type { OperationHandlers } from '../operation.ts';

export interface SystemHandlersOptions {
  readonly contract: JsonObject;
  readonly version: string;
  /** The readiness checks by name; each throws while it fails. */
  readonly checks: Readonly<Record<string, () => Promise<void>>>;
}

/** Probes and the contract. */
export function systemHandlers({ contract, version, checks }: SystemHandlersOptions) {
  return {
    getHealth: (_request, response) => {
      response.json({ status: 'ok', version });
    },

    getReadiness: async (_request, response) => {
      const entries = await Promise.all(
        Object.entries(checks).map(async ([name, check]) => [name, await resultOf(check)] as const),
      );
      const failed = entries.filter(([, result]) => result !== 'ok');
      const results = Object.fromEntries(entries);
      if (failed.length > 0)
        throw new AppError('not-ready', failed.map(([name, result]) => `${name}: ${result}`).join('; '), {
          checks: results,
        });
      response.json({ status: 'ready', version, checks: results });
    },

    getContract: (_request, response) => {
      response.json(contract);
    },
  } satisfies Partial<OperationHandlers>;
}

async function resultOf(check: () => Promise<void>): Promise<string> {
  try {
    await check();
    return 'ok';
  } catch (error) {
    return error instanceof AppError ? error.message : 'failed';
  }
}
