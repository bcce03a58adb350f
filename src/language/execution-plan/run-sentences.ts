import { dataSizeText } from '../../base/text/data-size.ts';
import { maxTotalSize, tooLargeProblem, totalTooLargeProblem } from '../safe-patterns/value-limits.ts';

/** The file from which a task returns the fields of a response: it prints none of them. */
export const responseFile = 'response';

/**
 * The messages of an execution, on every engine. The Groovy runtime prints the same sentences, with Groovy
 * expressions as arguments.
 */
export const runSentences = {
  flowFailed: (flow: string, reason: string) => `Flow ${flow} failed: ${reason}`,
  flowTimedOut: (flow: string, seconds: string) =>
    `Flow ${flow} timed out: the flow's limit of ${seconds} s was reached`,
  lastTasksTimedOut: (section: 'errors' | 'finally', seconds: string) =>
    `The tasks of ${section} were cut off at their limit of ${seconds} s`,
  alsoCutOff: (reason: string, cutOff: string) => `${reason}. ${cutOff}`,
  taskFailed: (task: string, reason: string) => `Task ${task} failed: ${reason}`,
  taskTimedOut: (task: string, seconds: string) => `Task ${task} timed out after ${seconds} s`,
  scriptFailed: (status: string) => `its script ended with status ${status}`,
  programGone: 'its program disappeared from the agent before it ended',
  nextAttempt: (reason: string, attempt: string, attempts: string, pause: string) =>
    `${reason}. Attempt ${attempt} of ${attempts} starts in ${pause} ms.`,
  subflowMissing: (flow: string) => `The subflow ${flow} does not exist`,
  textTooLarge: `its text must have at most ${dataSizeText(maxTotalSize)} with its values`,
  cannotWait: 'only an execution of Flowgate can wait',
  changedSecret: 'contains a part of a secret whose value has changed',
  filesNotPutBack: (problem: string) => `The files that earlier tasks have kept could not be put back: ${problem}`,
  fileNotDownloaded: (input: string) => `The file of input ${input} could not be downloaded`,

  inputProblem: (input: string, problem: string) => `Input ${input} ${problem}`,
  variableProblem: (name: string, problem: string) => `Variable ${name} ${problem}`,
  outputProblem: (output: string, problem: string, found: string) => `Output ${output} ${problem}; found ${found}`,
  required: 'is required',
  fileRequired: 'is a file; only Flowgate can pass it',
  nulCharacter: 'contains a NUL character',
  valueTooLarge: tooLargeProblem,
  valuesTooLarge: `${totalTooLargeProblem} of a flow together`,

  longText: (length: string) => `a string of ${length} characters`,

  noOutputs: (fields: string) => `it did not print a JSON object with the fields ${fields}`,
  missingField: (field: string) => `it did not return the field ${field}`,
  // The same for `responseFile`.
  noResponseOutputs: (fields: string) => `the response has no JSON with the fields ${fields}`,
  missingResponseField: (field: string) => `the response has no value for the field ${field}`,
  wrongFieldType: (field: string, type: string) => `its field ${field} is not of the type ${type}`,
  fieldProblem: (field: string, problem: string) => `its field ${field} ${problem}`,
  missingValue: (property: string, reference: string) => `${property} is required, but ${reference} has no value`,
  invalidValue: (property: string, problem: string, reference: string, found: string) =>
    `${property} ${problem}; ${reference} is ${found}`,

  // The failures of blocks, each after "Task deploy failed: ".
  someFailed: (failed: string, total: string, what: string, labels: string) =>
    `${failed} of ${total} ${what} failed: ${labels}`,
  moreLabels: (labels: string, more: string) => `${labels} and ${more} more`,
  notAList: (reference: string, found: string) => `the values must be a list; ${reference} is ${found}`,
  tooManyItems: (items: string, max: string) => `the list has ${items} items; max_items is ${max}`,
  notAnItem: (index: string, found: string) =>
    `item ${index} is ${found}; without "schema", an item must be a string, a number, true or false`,
  notAnObject: (index: string, found: string) =>
    `item ${index} is ${found}; it must be an object with the fields of "schema"`,
  missingItemField: (index: string, field: string) => `item ${index} has no field ${field}`,
  wrongItemField: (index: string, field: string, type: string) =>
    `the field ${field} of item ${index} is not of the type ${type}`,
  itemValueProblem: (index: string, problem: string) => `item ${index} ${problem}`,
  invalidKey: (index: string, max: string) =>
    `the key of item ${index} must have 1 to ${max} characters, without line breaks, other control characters, "[" and "]"`,
  secretKey: (index: string) => `the key of item ${index} contains a secret; labels are public`,
  equalKeys: (first: string, second: string, key: string) => `items ${first} and ${second} have the same key ${key}`,
  neverTrue: (passes: string) => `the condition was not true after ${passes} passes`,
  tooManyRuns: (max: string) =>
    `the execution has run ${max} tasks, including those of each item and pass; that is the maximum`,
} as const;
