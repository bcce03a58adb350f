import type { Logger } from 'pino';
import { messageOf } from '../problem/message-of.ts';

/** Tells the log of something that went wrong and will be tried again. @param what a few words, such as `sweep files` */
export type ReportRetry = (error: unknown, what: string) => void;

export function retryReporter(logger: Logger): ReportRetry {
  return (error, what) => logger.warn({ what, reason: messageOf(error) }, 'to be tried again');
}
