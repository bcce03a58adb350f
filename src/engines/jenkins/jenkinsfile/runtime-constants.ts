import { maskText } from '../../../base/masking/mask-text.ts';
import { maxJsonLevels } from '../../../base/text/compact-json.ts';
import {
  lastTasksSeconds,
  maxCombinations,
  maxGrownPause,
  maxShownText,
  returnedNumber,
} from '../../../language/execution-plan/run-limits.ts';
import { responseFile } from '../../../language/execution-plan/run-sentences.ts';
import { maxKeyLength } from '../../../language/flow/control.ts';
import { waitTexts } from '../../../language/flow/wait.ts';
import { trustedGroovy, type GroovyCode } from '../../../language/groovy/groovy-code.ts';
import { groovyList, groovyNumber, groovyString } from '../../../language/groovy/quote.ts';
import { plainTypes } from '../../../language/input-types/input-types.ts';
import { maxTotalSize, maxValueSize } from '../../../language/safe-patterns/value-limits.ts';
import { headingWord, markEnd, markStart, waitLine } from '../builds/log-marks.ts';
import { descriptionView } from './build-description.ts';
import { runFields } from './runtime-run-values.ts';
import { ruleView, sentenceView } from './runtime-sentences.ts';
import { tasksPerGroup } from './tasks-per-group.ts';
import { typeLists } from './type-members.ts';

/** The constants that the runtime templates print with `{{name}}` or `{{group.name}}`. */
const constants: Readonly<Record<string, Readonly<Record<string, GroovyCode>>>> = {
  '': {
    maxValueSize: groovyNumber(maxValueSize),
    maxTotalSize: groovyNumber(maxTotalSize),
    lastTasksSeconds: groovyNumber(lastTasksSeconds),
    maxGrownPause: groovyNumber(maxGrownPause),
    maxShownText: groovyNumber(maxShownText),
    returnedNumber: groovyString(returnedNumber),
    tasksPerGroup: groovyNumber(tasksPerGroup),
    maxJsonLevels: groovyNumber(maxJsonLevels),
    maxInnerJsonLevels: groovyNumber(maxJsonLevels - 1),
    maskText: trustedGroovy(maskText),
    maxKeyLength: groovyNumber(maxKeyLength),
    maxCombinations: groovyNumber(maxCombinations),
    responseFile: groovyString(responseFile),
    indexType: groovyString(plainTypes.integer),
    runFields,
    waitTexts: groovyList(waitTexts.map(groovyString)),
    waitLine: trustedGroovy(waitLine),
  },
  description: descriptionView,
  marks: { start: trustedGroovy(markStart), end: trustedGroovy(markEnd), heading: trustedGroovy(headingWord) },
  sentences: sentenceView,
  rules: ruleView,
  types: typeLists,
};

/** @throws {Error} for an unknown name */
export function runtimeConstant(path: string): GroovyCode {
  const [group = '', name] = path.includes('.') ? path.split('.') : ['', path];
  const constant = constants[group]?.[name ?? ''];
  if (constant === undefined) throw new Error(`A template of the runtime prints {{${path}}}, which is unknown`);
  return constant;
}
