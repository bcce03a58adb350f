import { prettyFactory } from 'pino-pretty';
import type { RequestRecord } from './request-record.ts';

/** Shows lines of the log to people; a request in one line. @param options `colors`: whether the terminal shows them */
export function prettyLines({ colors }: { readonly colors: boolean }): (line: string) => string {
  const pretty = prettyFactory({
    colorize: colors,
    translateTime: 'SYS:HH:MM:ss.l',
    // What the message of a request says already.
    ignore: 'req,res,responseTime,actor',
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

/** `GET /flows 200 in 3 ms by ada`, and for one that failed the id that the client was told. */
function requestText({ req, res, responseTime, actor, err }: RequestRecord, message: string): string {
  const outcome = message === 'answered' ? '' : `, ${message}`;
  const id = err === undefined && res.statusCode < 500 ? '' : ` (request ${req.id})`;
  return `${req.method} ${req.url} ${res.statusCode} in ${responseTime} ms${actor === undefined ? '' : ` by ${actor}`}${outcome}${id}`;
}

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** What was sent to Flowgate must not speak to the terminal; the lines of a stack stay lines. */
function withoutControls(text: string): string {
  return text.replace(controls, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
