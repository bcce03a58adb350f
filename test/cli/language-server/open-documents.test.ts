import { expect, test } from 'vitest';
import { OpenDocuments } from '../../../src/cli/language-server/open-documents.ts';

test('files with tests are not flows', () => {
  const documents = new OpenDocuments();
  expect(documents.set('file:///a.test.yaml', { version: 1, text: '' })).toBeUndefined();
  expect(documents.find('file:///a.test.yaml')).toBeUndefined();
  expect(documents.set('file:///a.yaml', { version: 1, text: '' })).toBe(documents.find('file:///a.yaml'));
  documents.close('file:///a.yaml');
  expect(documents.find('file:///a.yaml')).toBeUndefined();
});
