import type { ExitStatus, Terminal } from '../command.ts';
import { withoutControls } from '../terminal-text.ts';
import { GatewayRefusal } from './gateway-refusal.ts';

/**
 * Says why the gateway did not do what one request asked for: for values what is wrong with each, a line for each.
 * @param error what is no refusal of the request itself is thrown again @returns 1
 */
export function tellRefusal(error: unknown, { stderr }: Terminal): ExitStatus {
  if (!(error instanceof GatewayRefusal) || !error.concernsRequest) throw error;
  const { violations, message } = error;
  if (violations.length === 0) stderr.write(`flowgate: ${message}\n`);
  for (const { input_id: id, message: fault } of violations) stderr.write(`${withoutControls(`${id}: ${fault}`)}\n`);
  return 1;
}
