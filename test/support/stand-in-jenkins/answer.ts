/** A reply of the stand-in, before a fault is applied. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export function plain(
  status: number,
  headers: Readonly<Record<string, string>> = {},
  body: string | Buffer = '',
): Answer {
  return { status, headers, body: Buffer.from(body) };
}

export function json(value: unknown): Answer {
  return plain(
    200,
    { 'content-type': 'application/json;charset=UTF-8', 'x-jenkins': '2.528.1' },
    JSON.stringify(value),
  );
}

export function redirect(path: string): Answer {
  return plain(302, { location: path });
}

/** An HTML page, which is Jenkins' reply for most rejections. */
export function page(status: number, reason?: string, content = ''): Answer {
  const headers = {
    'content-type': 'text/html;charset=UTF-8',
    'x-jenkins': '2.528.1',
    ...(reason !== undefined && { 'x-error': reason }),
  };
  const filling = '<!-- the rest of the page -->\n'.repeat(100);
  return plain(
    status,
    headers,
    `\n  \n  <!DOCTYPE html><html><head resURL="/static/edcc0f53"><title>Jenkins - Jenkins</title></head><body>\n${content}${filling}</body></html>`,
  );
}

export const unauthorised = plain(
  401,
  { 'content-type': 'text/html;charset=utf-8', 'www-authenticate': 'Basic realm="Jenkins"' },
  '<!doctype html><html lang="en"><head><title>HTTP Status 401 – Unauthorized</title></head><body></body></html>',
);

export const anonymous = plain(
  403,
  { 'content-type': 'text/html;charset=UTF-8', 'x-jenkins': '2.528.1' },
  "<html><head><meta http-equiv='refresh' content='1;url=/login?from=%2F'/></head><body style='background-color:white; color:white;'>\nAuthentication required\n</body></html>",
);

export const starting = plain(
  503,
  { 'content-type': 'text/html;charset=UTF-8' },
  '<!DOCTYPE html><html><head><title>Starting Jenkins</title></head><body>Please wait while Jenkins is getting ready to work</body></html>',
);
