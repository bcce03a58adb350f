import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StandInJenkins } from '../../../support/stand-in-jenkins/stand-in-jenkins.ts';

interface Exchange {
  readonly name: string;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly auth: string;
    readonly contentType?: string;
    readonly body?: string;
    readonly headers?: Record<string, string>;
  };
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
}

const recorded = readFileSync(join(import.meta.dirname, '../../../fixtures/jenkins/exchanges.json'), 'utf8');
const { exchanges } = JSON.parse(recorded) as { exchanges: readonly Exchange[] };

/** Calls that the gateway does not make. */
const unused = /^(crumb|lint)/;

/** What must have happened before an exchange, as in the recording. */
const before: Readonly<Record<string, (jenkins: StandInJenkins) => boolean>> = {
  'queue item, started': (jenkins) => jenkins.builds().length > 0,
  'log, the end': (jenkins) => jenkins.builds()[0]?.isLogComplete === true,
  'stop a build': (jenkins) => (jenkins.builds()[1]?.description ?? null) !== null,
  'a stopped build': (jenkins) => jenkins.builds()[1]?.building === false,
};

const plan =
  '// stand-in: {"tasks": [{"path": "one", "milliseconds": 1000}], "artifacts": {"out/b.csv": "x", "out/sub/a.txt": "data\\n"}}';

describe('the stand-in answers as a real Jenkins was recorded:', () => {
  let jenkins: StandInJenkins;
  /** Queue items of the recording by those of this run. */
  const items = new Map<string, string>();

  beforeAll(async () => (jenkins = await StandInJenkins.start()));
  afterAll(() => jenkins.stop());

  it.each(exchanges.filter(({ name }) => !unused.test(name)).map((exchange) => [exchange.name, exchange] as const))(
    '%s',
    async (name, { request, response }) => {
      while (before[name]?.(jenkins) === false) await sleep(20);
      const answer = await fetch(jenkins.url + withItems(request.path), {
        method: request.method,
        redirect: 'manual',
        headers: {
          ...(request.auth === 'none'
            ? {}
            : { authorization: `Basic ${Buffer.from(`${jenkins.user}:${jenkins.token}`).toString('base64')}` }),
          ...(request.contentType !== undefined && { 'content-type': request.contentType }),
          ...request.headers,
        },
        ...(request.body !== undefined && {
          body: request.body.replace('<script>pipeline', `<script>${plan}\npipeline`),
        }),
      });
      const body = await answer.text();
      expect(answer.status).toBe(response.status);
      expect(answer.headers.get('x-error')).toBe(response.headers['x-error'] ?? null);
      expect(answer.headers.get('x-more-data')).toBe(response.headers['x-more-data'] ?? null);
      expect(answer.headers.has('x-text-size')).toBe('x-text-size' in response.headers);
      expect(placeOf(answer.headers.get('location'))).toBe(placeOf(response.headers.location ?? null));
      expect(missingFrom(body, response)).toEqual([]);
    },
  );

  function withItems(path: string): string {
    return path.replace(
      /(queue\/item\/|\?id=)([0-9]+)/,
      (_, start: string, id: string) => start + (items.get(id) ?? id),
    );
  }

  /** A location that is comparable between the recording and this run. */
  function placeOf(location: string | null): string | null {
    const item = /queue\/item\/([0-9]+)/.exec(location ?? '')?.[1];
    if (item === undefined || location === null) return location;
    if (!location.startsWith('http://jenkins.example/')) return `item ${item}`;
    // The recorded location is read after the reply, whose item is the latest one.
    if (!items.has(item)) items.set(item, String(101 + items.size));
    return `item ${items.get(item)}`;
  }
});

/** The members of the recorded body that are missing here; members of JSON must have the same types. */
function missingFrom(body: string, { headers, body: expected }: Exchange['response']): string[] {
  const isWhole = headers['content-type']?.startsWith('application/json') === true && !expected.endsWith('…');
  if (!isWhole) return expected !== '' && body === '' ? ['the body'] : [];
  const shape = new Set(shapeOf(JSON.parse(body)));
  return shapeOf(JSON.parse(expected)).filter((member) => !shape.has(member));
}

// Members that depend on plugins, on the time or on other activity of the controller.
const incidental =
  /\.(estimatedDuration|inQueueSince|inQueue|timestamp|params|lastBuild|color|stuck|actions\[\].*|task\.color|executors\[\].*|defaultParameterValue.*)$/;

/** The members of a value with their types: `builds[].number number`. */
function shapeOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((item) => shapeOf(item, `${path}[]`)))];
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, member]) => shapeOf(member, `${path}.${name}`));
  return incidental.test(path) ? [] : [`${path} ${value === null ? 'null' : typeof value}`];
}
