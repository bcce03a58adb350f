import { expect, test } from 'vitest';
import { initialScope } from '../../../../src/import/mapping/directives/names-of-flow.ts';
import { mapParameters } from '../../../../src/import/mapping/directives/parameters.ts';
import { resolveCron } from '../../../../src/import/mapping/directives/resolve-cron.ts';
import { mapTriggers } from '../../../../src/import/mapping/directives/triggers.ts';
import { callsOf, mappingOf } from '../mapping-setup.ts';

function mapped(source: string) {
  const mapping = mappingOf(source);
  const parameters = callsOf("string(name: 'TO')\nbooleanParam(name: 'FULL')");
  const scope = mapParameters(parameters, initialScope(mapping));
  mapTriggers(callsOf(source), scope);
  const finding = mapping.findings.all.findLast(({ construct }) => construct.startsWith('trigger'));
  return { triggers: mapping.flow.triggers, outcome: [finding?.outcome, finding?.message] };
}

const zone = 'times are in UTC, but Jenkins uses the time zone of its machine: set timezone';

test('a schedule without H and with a time zone is the same', () => {
  expect(mapped("cron('''TZ=Europe/Berlin\n# nightly\n0 4 * * 1-5\n30 6 1 * *''')")).toEqual({
    triggers: [
      { id: 'cron', type: 'schedule', cron: '0 4 * * 1-5', timezone: 'Europe/Berlin' },
      { id: 'cron-2', type: 'schedule', cron: '30 6 1 * *', timezone: 'Europe/Berlin' },
    ],
    outcome: ['mapped', undefined],
  });
  expect(mapped("cron('*/5 * * * *')").outcome).toEqual(['mapped', undefined]);
  expect(mapped("cron('0 4 * * *')").outcome).toEqual(['approximated', zone]);
  expect(mapped("cron('')").triggers).toEqual([]);
});

test.each([
  'H H * * *',
  '@midnight',
  'H/15 * * * *',
  'H(0-29)/10 9-16 * * 1-5',
  'H H 1,15 1-11 *',
  '@weekly',
  '@monthly',
])('H in %s is resolved, always to the same time', (line) => {
  const resolved = resolveCron(line, 'a/b 0');
  expect(resolved?.cron).not.toContain('H');
  expect(resolved?.isChosen).toBe(true);
  expect(resolveCron(line, 'a/b 0')).toEqual(resolved);
  const [first] = mapped(`cron('${line}')`).triggers;
  expect(mapped(`cron('${line}')`).outcome[1]).toBe(
    `${line} became ${String(first?.['cron'])}, but Jenkins chooses another time${line.endsWith('* * * *') ? '' : `; ${zone}`}`,
  );
});

test('H stays in its range', () => {
  for (let seed = 0; seed < 200; seed++) {
    const [minute, hour, , , weekday] = (resolveCron('H(10-20) H(0-2) * * H', String(seed))?.cron ?? '')
      .split(' ')
      .map(Number);
    expect(minute! >= 10 && minute! <= 20 && hour! <= 2 && weekday! <= 6).toBe(true);
  }
});

test('a schedule with values', () => {
  expect(mapped("parameterizedCron('0 4 * * * %TO=prod;FULL=true')").triggers).toEqual([
    { id: 'cron', type: 'schedule', cron: '0 4 * * *', inputs: { TO: 'prod', FULL: true } },
  ]);
  expect(mapped("parameterizedCron('0 4 * * * %NONE=1')").outcome).toEqual(['by hand', 'the flow has no input NONE']);
});

test.each([
  ["cron(env.BRANCH_NAME == 'main' ? '@daily' : '')", 'its schedule is not constant'],
  ["cron('0 4 13 * 5')", 'flows have no schedule like 0 4 13 * 5'],
  ["cron('TZ=Nowhere/Else\\n0 4 * * *')", 'the time zone Nowhere/Else is not known'],
  ["pollSCM('H/5 * * * *')", 'flows do not poll a repository: let it call a webhook of the flow'],
  ["upstream('a,b')", 'no flow waits for others: call this flow at the end of those flows, with a Subflow task'],
  ['githubPush()', 'add a webhook to the flow, and read its inputs from the body of the call'],
])('%s is by hand: %s', (groovy, why) => {
  expect(mapped(groovy)).toEqual({ triggers: [], outcome: ['by hand', why] });
});
