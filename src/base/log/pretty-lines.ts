import { prettyFactory } from 'pino-pretty';
import type { RequestRecord } from './request-record.ts';

/** Formats lines of the log for people, with one line per request. @param options `colors`: whether to use colours */
export function prettyLines({ colors }: { readonly colors: boolean }): (line: string) => string {
  const pretty = prettyFactory({
    colorize: colors,
    translateTime: 'SYS:HH:MM:ss.l',
    // Included in the message of a request.
    ignore: 'req,res,responseTime,actor,traceId',
    messageFormat: (record, key) =>
      isRequest(record) ? requestText(record, String(record[key])) : String(record[key] ?? ''),
  });
  return (line) => {
    const record: unknown = JSON.parse(line, (_key, value: unknown) =>
      typeof value === 'string' ? withoutControls(value) : value,
    );
    return `${pretty(record).trimEnd()}\n`;
  };
}

function isRequest(record: object): record is RequestRecord {
  return 'req' in record && 'res' in record;
}

/** `GET /flows 200 in 3 ms by ada`; for a failed request also the request id, which the client received. */
function requestText({ req, res, responseTime, actor, err }: RequestRecord, message: string): string {
  const outcome = message === 'answered' ? '' : `, ${message}`;
  const id = err === undefined && res.statusCode < 500 ? '' : ` (request ${req.id})`;
  return `${req.method} ${req.url} ${res.statusCode} in ${responseTime} ms${actor === undefined ? '' : ` by ${actor}`}${outcome}${id}`;
}

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Escapes control characters, because requests must not control the terminal; keeps the lines of a stack. */
function withoutControls(text: string): string {
  return text.replace(controls, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
