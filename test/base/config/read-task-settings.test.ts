import { expect, it } from 'vitest';
import { readTaskSettings } from '../../../src/base/config/read-task-settings.ts';

const declared = new Map([
  ['FLOWGATE_ACME_URL', { description: 'The service', protocols: ['https', 'file'] }],
  ['FLOWGATE_ACME_TEAM', { description: 'The team' }],
]);
const read = (otherSettings: Readonly<Record<string, string>>) => readTaskSettings({ otherSettings }, declared);

it('reads the declared settings that are set, and names the variables that no module declares', () => {
  expect(read({ FLOWGATE_ACME_URL: 'https://acme.example', FLOWGATE_COLOUR: 'red' })).toEqual({
    taskSettings: { FLOWGATE_ACME_URL: 'https://acme.example' },
    ignored: ['FLOWGATE_COLOUR'],
  });
});

it('reports all problems together: another protocol, and a misspelled name', () => {
  expect(() => read({ FLOWGATE_ACME_URL: 'ftp://acme', FLOWGATE_ACME_TAEM: 'x' })).toThrow(
    /2 problems:\n  FLOWGATE_ACME_URL must be a URL that starts with https:\/\/ or file:\/\/\n  Unknown setting FLOWGATE_ACME_TAEM; did you mean FLOWGATE_ACME_TEAM\?/,
  );
});
