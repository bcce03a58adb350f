import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServerEventParser } from '../../web/src/api/server-event-parser.ts';

const stream =
  ': still here\n\nid: 6\ndata: hello\n\nid: 9\ndata: a\ndata: b\n\nid: 10\ndata: \n\nevent: end\ndata: {}\n\n';
const events = [
  { name: 'message', id: '6', data: 'hello' },
  { name: 'message', id: '9', data: 'a\nb' },
  { name: 'message', id: '10', data: '' },
  { name: 'end', id: '', data: '{}' },
];

describe('server-sent events', () => {
  it('are parsed, without comments', () => {
    expect(new ServerEventParser().push(stream)).toEqual(events);
  });

  it('are not searched again for each part of a long line', () => {
    const parser = new ServerEventParser();
    const part = 'x'.repeat(64 * 1024);
    expect(parser.push('data: ')).toEqual([]);
    for (let index = 0; index < 1_000; index++) expect(parser.push(part)).toEqual([]);
    expect(parser.push('\n')).toEqual([]);
    expect(parser.push('\n').map(({ data }) => data.length)).toEqual([1_000 * part.length]);
  });

  it('are the same however the stream is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: stream.length })), (cuts) => {
        const places = [0, ...cuts.toSorted((left, right) => left - right), stream.length];
        const parser = new ServerEventParser();
        const parts = places.slice(1).map((end, index) => stream.slice(places[index], end));
        expect(parts.flatMap((part) => parser.push(part))).toEqual(events);
      }),
    );
  });
});
