import { describe, expect, it } from 'vitest';
import { groovyNames, prefixCalls } from '../../src/groovy/groovy-names.ts';

describe('names in Groovy', () => {
  it.each([
    ['runScript(task, files: [a: b()])', ['runScript', 'task', 'b']],
    ["echo 'value(x) // no'", ['echo']],
    ['// comment(x)\necho "a ${value(\'in\')} b"', ['echo', 'value']],
    ["'''it's ''' + task.id", ['task']],
    ['"""${"${inner} }"} text(x)""" + after', ['inner', 'after']],
    ['"\\${none} ${one + "${two}"}" ', ['one', 'two']],
    ['/* block(x) */ sleep time: 3', ['sleep']],
  ])('of %s', (source, names) => {
    expect([...groovyNames(source)]).toEqual(names);
  });

  it('are prefixed only in calls', () => {
    const functions = new Set(['value', 'input']);
    const source = `String value = value('value(x)') // value(y)\necho "\${value('in')} value(z)" + task.value(1)\ncheck(input('a') == value)`;
    expect(prefixCalls(source, functions, 'lib.')).toBe(
      `String value = lib.value('value(x)') // value(y)\necho "\${lib.value('in')} value(z)" + task.value(1)\ncheck(lib.input('a') == value)`,
    );
  });
});
