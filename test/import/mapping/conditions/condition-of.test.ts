import { describe, expect, test } from 'vitest';
import { conditionOf } from '../../../../src/import/mapping/conditions/condition-of.ts';
import { exampleScope, expressionOf } from '../mapping-setup.ts';

const scope = exampleScope();

describe('a condition of Groovy', () => {
  test.each([
    ['params.DEPLOY', 'inputs.DEPLOY'],
    ['!params.DEPLOY', 'not inputs.DEPLOY'],
    ['params.DEPLOY == true', 'inputs.DEPLOY == true'],
    ['params.DEPLOY.toBoolean()', 'inputs.DEPLOY'],
    ["env.DEPLOY == 'true'", 'inputs.DEPLOY == true'],
    ["'false' != DEPLOY", 'inputs.DEPLOY != false'],
    ['"${params.DEPLOY}" == "true"', 'inputs.DEPLOY == true'],
    ["params.TO == 'prod' && params.VERSION != ''", "inputs.TO == 'prod' and inputs.VERSION != ''"],
    [
      "(params.DEPLOY || params.TO == 'a') && !(params.VERSION > '2')",
      "(inputs.DEPLOY or inputs.TO == 'a') and not (inputs.VERSION > '2')",
    ],
    ["params.TO in ['test', 'prod']", "inputs.TO in ['test', 'prod']"],
    ["['test'].contains(params.TO)", "inputs.TO in ['test']"],
    ["params.VERSION.startsWith('release/1.')", String.raw`inputs.VERSION matches '^release/1\.'`],
    ["params.VERSION.endsWith('+x')", String.raw`inputs.VERSION matches '\+x$'`],
    ['params.VERSION.contains("it\'s")', String.raw`inputs.VERSION matches 'it\'s'`],
    ["params.VERSION.equals('1')", "inputs.VERSION == '1'"],
    ["params.VERSION.equalsIgnoreCase('ab')", "inputs.VERSION matches '^[aA][bB]$'"],
    [String.raw`params.VERSION ==~ /\d+\.\d+/`, String.raw`inputs.VERSION matches '^\d+\.\d+$'`],
    [String.raw`params.VERSION ==~ /a|b/`, "inputs.VERSION matches '^(?:a|b)$'"],
    [String.raw`params.VERSION =~ /^rc/`, "inputs.VERSION matches '^rc'"],
    ['params.VERSION.isEmpty()', 'inputs.VERSION is empty'],
    ['params.VERSION?.trim()', String.raw`inputs.VERSION matches '[^\x00-\x20]'`],
    ['params.VERSION', 'inputs.VERSION'],
    ['params.VERSION == null', 'inputs.VERSION == null'],
    ["env.IMAGE == 'x'", "variables.IMAGE == 'x'"],
    ["params['TO'] == 'prod'", "inputs.TO == 'prod'"],
    ['{ return params.DEPLOY }', 'inputs.DEPLOY'],
    [String.raw`params.VERSION == 'a\\b\n'`, String.raw`inputs.VERSION == 'a\\b\n'`],
  ])('%s is %s', (groovy, flow) => {
    expect(conditionOf(expressionOf(groovy), scope)).toEqual({ text: flow, differs: [] });
  });

  test.each([
    ["params.DEPLOY == 'true'", 'params.DEPLOY and "true" have different types'],
    ['env.DEPLOY', 'env.DEPLOY is a string, and Groovy treats "false" as true'],
    ["env.DEPLOY == 'yes'", 'env.DEPLOY is the string "true" or "false" there, and never equals "yes"'],
    ['params.VERSION > 3', 'params.VERSION and 3 have different types'],
    ["params.TO > 'a'", 'no condition can order params.TO and "a"'],
    ["env.BUILD_NUMBER == '1'", 'only a script in the build can read BUILD_NUMBER'],
    ["env.OTHER == '1'", 'nothing in the job sets OTHER'],
    ["currentBuild.result == 'SUCCESS'", 'the result of an execution is known only in errors and finally'],
    ["params.NONE == '1'", 'the parameter NONE is not declared'],
    ['fileExists("a")', 'no condition can call fileExists()'],
    ["sh(returnStatus: true, script: 'x') == 0", 'it compares the result of sh()'],
    ["params.TOKEN == 'a'", 'no condition can compare the secret params.TOKEN'],
    ['params.VERSION =~ /(?i)x/', 'flows have no flags, lookaround or named groups in patterns'],
    ['{ echo "x"; params.DEPLOY }', 'it runs several statements'],
    ['params.VERSION ?: true', 'it computes a value with ?:'],
  ])('%s is by hand: %s', (groovy, why) => {
    expect(conditionOf(expressionOf(groovy), scope)).toEqual({ byHand: why });
  });
});
