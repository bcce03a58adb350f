import type { Schema } from '../../api-client/operation-types.ts';
import { withoutControls } from '../terminal-text.ts';

/** What to know about the values of inputs, one line each. */
export function noticeLines(notices: readonly Schema<'InputNotice'>[] = []): string {
  return notices.map(({ input_id: id, message }) => `${withoutControls(`NOTICE: ${id}: ${message}`)}\n`).join('');
}
