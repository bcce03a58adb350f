import type { GroovyCode } from '../../../groovy/groovy-code.ts';
import { groovyNumber, groovyString } from '../../../groovy/quote.ts';
import { maxTotalSize, maxValueSize } from '../../../language/safe-patterns/value-limits.ts';
import { lastTasksSeconds, maxGrownPause, maxShownText, returnedNumber } from '../../../execution-plan/run-limits.ts';
import { maxJsonLevels } from '../../../text/compact-json.ts';

/** The limits of a running flow, for the templates of the runtime. */
export const limitView: Readonly<Record<string, GroovyCode>> = {
  maxValueSize: groovyNumber(maxValueSize),
  maxTotalSize: groovyNumber(maxTotalSize),
  lastTasksSeconds: groovyNumber(lastTasksSeconds),
  maxGrownPause: groovyNumber(maxGrownPause),
  maxShownText: groovyNumber(maxShownText),
  returnedNumber: groovyString(returnedNumber),
  maxJsonLevels: groovyNumber(maxJsonLevels),
  maxInnerJsonLevels: groovyNumber(maxJsonLevels - 1),
};
