import { lastTasksSeconds, maxFailureMessage, maxShownText } from '../../../language/execution-plan/run-limits.ts';
import { runSentences as says } from '../../../language/execution-plan/run-sentences.ts';
import { maxKeyLength } from '../../../language/flow/control.ts';
import { groovy, type GroovyCode } from '../../../language/groovy/groovy-code.ts';
import { groovySentence } from '../../../language/groovy/groovy-sentence.ts';
import { groovyNumber, groovyString } from '../../../language/groovy/quote.ts';
import { ruleSentences as rules } from '../../../language/input-types/text-rule.ts';

/**
 * The messages of a build, for the runtime templates: each sentence with the Groovy expressions of the place where it
 * is printed. The local engine uses the same sentences with values.
 */
export const sentenceView: Readonly<Record<string, GroovyCode>> = {
  flowFailed: groovySentence(says.flowFailed, groovy`frame.flow.id`, groovy`failure.message`),
  flowTimedOut: groovySentence(says.flowTimedOut, groovy`flow.id`, groovy`flow.timeout`),
  errorTasksTimedOut: groovyString(says.lastTasksTimedOut('errors', `${lastTasksSeconds}`)),
  finalTasksTimedOut: groovyString(says.lastTasksTimedOut('finally', `${lastTasksSeconds}`)),
  alsoCutOff: groovySentence(says.alsoCutOff, groovy`failure.message`, groovy`frame.cutOff`),
  taskValueProblem: groovySentence(says.taskFailed, groovy`task.id`, groovy`task.valueProblem`),
  taskProblem: groovySentence(says.taskFailed, groovy`task.id`, groovy`problem`),
  taskTimedOut: groovySentence(says.taskTimedOut, groovy`task.id`, groovy`limit`),
  scriptFailed: groovySentence(
    (task, status) => says.taskFailed(task!, says.scriptFailed(status!)),
    groovy`task.id`,
    groovy`status == 0 ? 200 : status`,
  ),
  programGone: groovySentence((task) => says.taskFailed(task!, says.programGone), groovy`task.id`),
  nextAttempt: groovySentence(
    says.nextAttempt,
    groovy`failure.message`,
    groovy`attempt + 1`,
    groovy`attempts`,
    groovy`pause`,
  ),
  cannotWait: groovyString(says.cannotWait),
  carriedProblem: groovySentence(
    (task, field, problem) => says.taskFailed(task!, says.fieldProblem(field!, problem!)),
    groovy`task.key`,
    groovy`field`,
    groovy`problem`,
  ),
  changedSecret: groovyString(says.changedSecret),
  filesNotPutBack: groovySentence(says.filesNotPutBack, groovy`problem`),
  fileNotDownloaded: groovySentence(says.fileNotDownloaded, groovy`file.input`),
  inputProblem: groovySentence(says.inputProblem, groovy`declared.id`, groovy`problem`),
  inputRequired: groovySentence((input) => says.inputProblem(input!, says.required), groovy`declared.id`),
  secretRequired: groovySentence(
    (input, reason, advice) => says.inputProblem(input!, `${says.required}${reason}${advice}`),
    groovy`declared.id`,
    groovy`reason`,
    groovy`advice`,
  ),
  inputIsFile: groovySentence((input) => says.inputProblem(input!, says.fileRequired), groovy`declared.id`),
  variableProblem: groovySentence(says.variableProblem, groovy`name`, groovy`problem`),
  nulCharacter: groovyString(says.nulCharacter),
  valueTooLarge: groovyString(says.valueTooLarge),
  valuesTooLarge: groovyString(says.valuesTooLarge),
  noOutputs: groovySentence(says.noOutputs, groovy`task.outputs.keySet().join(', ')`),
  missingField: groovySentence(says.missingField, groovy`field`),
  noResponseOutputs: groovySentence(says.noResponseOutputs, groovy`task.outputs.keySet().join(', ')`),
  missingResponseField: groovySentence(says.missingResponseField, groovy`field`),
  wrongFieldType: groovySentence(says.wrongFieldType, groovy`field`, groovy`type`),
  fieldProblem: groovySentence(says.fieldProblem, groovy`field`, groovy`problem`),
  outputProblem: groovySentence(says.outputProblem, groovy`id`, groovy`problem`, groovy`found`),
  shownReason: shownPart(groovy`line`, maxFailureMessage),
  longText: groovySentence(says.longText, groovy`text.length()`),
  tooManyRuns: groovySentence(says.tooManyRuns, groovy`max`),
  moreLabels: groovySentence(says.moreLabels, groovy`labels`, groovy`failed - shown.size()`),
  someFailed: groovySentence(says.someFailed, groovy`failed`, groovy`states.length()`, groovy`what`, groovy`labels`),
  notAList: groovySentence(says.notAList, groovy`list.reference`, groovy`shownValue(text)`),
  tooManyItems: groovySentence(says.tooManyItems, groovy`items`, groovy`max`),
  notAnItem: groovySentence(says.notAnItem, groovy`index`, groovy`shownValue(json)`),
  notAnObject: groovySentence(says.notAnObject, groovy`index`, groovy`shownValue(json)`),
  missingItemField: groovySentence(says.missingItemField, groovy`index`, groovy`field`),
  wrongItemField: groovySentence(says.wrongItemField, groovy`index`, groovy`field`, groovy`type`),
  itemValueProblem: groovySentence(says.itemValueProblem, groovy`index`, groovy`problem`),
  invalidKey: groovySentence(says.invalidKey, groovy`index`, groovyNumber(maxKeyLength)),
  secretKey: groovySentence(says.secretKey, groovy`index`),
  equalKeys: groovySentence(says.equalKeys, groovy`first`, groovy`index`, groovy`key`),
  neverTrue: groovySentence(says.neverTrue, groovy`pass`),
  missingValue: groovySentence(says.missingValue, groovy`rule.property`, groovy`rule.reference`),
  invalidValue: groovySentence(
    says.invalidValue,
    groovy`rule.property`,
    groovy`problem`,
    groovy`rule.reference`,
    shownPart(groovy`text`, maxShownText),
  ),
};

/** Equivalent to `shownPart` in `src/language/execution-plan`. */
function shownPart(text: GroovyCode, maxLength: number): GroovyCode {
  const max = groovyNumber(maxLength);
  return groovy`${text}.length() > ${max} ? ${text}.substring(0, ${max}) + '...' : ${text}`;
}

/** The message for a number that is out of range. */
export const ruleView: Readonly<Record<string, GroovyCode>> = {
  atLeast: groovySentence(rules.atLeast, groovy`declared.min`),
  atMost: groovySentence(rules.atMost, groovy`declared.max`),
  above: groovySentence(rules.above, groovy`declared.above`),
  below: groovySentence(rules.below, groovy`declared.below`),
};
