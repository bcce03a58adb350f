import type { ExitStatus, Terminal } from '../command.ts';
import { withoutControls } from '../terminal-text.ts';
import { GatewayError } from './gateway-error.ts';

/**
 * Says why the gateway did not do what one request asked for: for values what is wrong with each, a line for each.
 * @param error what is no rejection of the request itself is thrown again @returns 1
 */
export function printGatewayError(error: unknown, { stderr }: Terminal): ExitStatus {
  if (!(error instanceof GatewayError) || !error.concernsRequest) throw error;
  const { violations, message } = error;
  if (violations.length === 0) stderr.write(`flowgate: ${message}\n`);
  for (const { input_id: id, message: problem } of violations)
    stderr.write(`${withoutControls(`${id}: ${problem}`)}\n`);
  return 1;
}
