import { AppError } from '../../problem/app-error.ts';
import type { JsonObject } from '../../problem/json-value.ts';
import type { OperationHandlers } from '../operation.ts';

export interface SystemHandlersOptions {
  readonly contract: JsonObject;
  readonly version: string;
  /** What must hold for requests to be served; each throws while it does not. */
  readonly checks: Readonly<Record<string, () => Promise<void>>>;
}

/** Probes, and the contract itself. */
export function systemHandlers({ contract, version, checks }: SystemHandlersOptions) {
  return {
    getHealth: (_request, response) => {
      response.json({ status: 'ok', version });
    },

    getReadiness: async (_request, response) => {
      const entries = await Promise.all(
        Object.entries(checks).map(async ([name, check]) => [name, await verdictOf(check)] as const),
      );
      const failed = entries.filter(([, verdict]) => verdict !== 'ok');
      const verdicts = Object.fromEntries(entries);
      if (failed.length > 0)
        throw new AppError('not-ready', failed.map(([name, verdict]) => `${name}: ${verdict}`).join('; '), {
          checks: verdicts,
        });
      response.json({ status: 'ready', version, checks: verdicts });
    },

    getContract: (_request, response) => {
      response.json(contract);
    },
  } satisfies Partial<OperationHandlers>;
}

async function verdictOf(check: () => Promise<void>): Promise<string> {
  try {
    await check();
    return 'ok';
  } catch (error) {
    return error instanceof AppError ? error.message : 'failed';
  }
}
