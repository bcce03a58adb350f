import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readProjectFile } from './pages.ts';

const areas = readdirSync('docs/decisions').filter((file) => file !== 'README.md');

test('the index lists exactly the existing areas', () => {
  const named = [...readProjectFile('docs/decisions/README.md').matchAll(/^\| \[[a-z]+\]\((.+?)\)/gm)];
  expect(named.map(([, file]) => file).toSorted()).toEqual(areas.toSorted());
});

describe.each(areas)('the decisions in %s', (file) => {
  const [, ...entries] = readProjectFile(`docs/decisions/${file}`).split(/^## /m);

  test('have a date, a context, a decision and a consequence', () => {
    const shape = /^\d{4}-\d\d-\d\d \S.*\n\n- Context: .+\n- Decision: .+\n- Consequence: .+\n*$/;
    expect(entries.filter((entry) => !shape.test(entry))).toEqual([]);
  });

  test('are sorted newest first', () => {
    const dates = entries.map((entry) => entry.slice(0, 'yyyy-mm-dd'.length));
    expect(dates).toEqual(dates.toSorted().toReversed());
  });
});
