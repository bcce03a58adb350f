import type { JsonObject } from '../../base/text/json-value.ts';
import { sectionSchema } from '../document/section.ts';
import { authoredSchema } from '../task-types/authored-schema.ts';
import { caseSection, suiteSection } from './suite-section.ts';

/**
 * The JSON Schema (draft 2020-12) of a test file, for editors that complete and check YAML. Every file that Flowgate
 * accepts matches it; whether a flow has the tasks that a file names is left to Flowgate.
 */
export const testSchema: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Flowgate flow tests',
  ...authoredSchema(sectionSchema(suiteSection)),
  $defs: { case: authoredSchema(sectionSchema(caseSection)) },
};
