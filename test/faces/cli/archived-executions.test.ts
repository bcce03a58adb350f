import { afterAll, beforeAll, expect, it } from 'vitest';
import { listen, urlOf } from '../../support/listening-server.ts';
import { CommandLine } from './command-line.ts';

let server: Awaited<ReturnType<typeof listen>>;
let line: CommandLine;
const asked: URLSearchParams[] = [];

beforeAll(async () => {
  server = await listen((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://gateway').searchParams);
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ executions: [], incomplete: true }));
  });
  line = new CommandLine();
  line.environment = { FLOWGATE_SERVER: urlOf(server), FLOWGATE_USER: 'ada' };
});
afterAll(() => {
  line.remove();
  server.close();
});

it('asks for a time, and says that the archive has lost some', async () => {
  const { status, stderr } = await line.run(
    'executions --archived --from 2026-10-01 --to 2026-11-01T08:00:00+02:00'.split(' '),
  );
  expect({ status, stderr }).toEqual({
    status: 0,
    stderr: 'Some executions are missing, because the archive is damaged.\n',
  });
  expect(Object.fromEntries(asked[0]!)).toMatchObject({
    archived: 'true',
    from: '2026-10-01T00:00:00.000Z',
    to: '2026-11-01T06:00:00.000Z',
  });
});

it.each(['yesterday', '5', '2026-13-01'])('rejects the time %s', async (time) => {
  const { status, stderr } = await line.run(['executions', '--from', time]);
  expect(status).toBe(2);
  expect(stderr).toContain(`"${time}" is not a time such as 2026-11-01`);
});
