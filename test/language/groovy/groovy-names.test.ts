import { describe, expect, it } from 'vitest';
import { groovyNames, passFirst, prefixCalls } from '../../../src/language/groovy/groovy-names.ts';

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

  it('get one more argument, unless they have it', () => {
    const functions = new Set(['value', 'input', 'all']);
    const source = `check(value(input('a')), value(frame, 'b'), all(), all(frame), task.value(1)) // value(x)`;
    expect(passFirst(source, functions, 'frame')).toBe(
      `check(value(frame, input(frame, 'a')), value(frame, 'b'), all(frame), all(frame), task.value(1)) // value(x)`,
    );
  });
});
