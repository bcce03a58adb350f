import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LogEnding } from '../../../../src/engines/jenkins/builds/log-ending.ts';

const end = '[Pipeline] }\nRunning in /w\n[Pipeline] End of Pipeline\n';
const logs = [
  ['one\n', 'one\n'],
  ['one\nFinished: SUCCESS\n', 'one\nFinished: SUCCESS\n'],
  [
    `Flowgate: task release waits for a decision\n${end}Finished: SUCCESS\n`,
    `Flowgate: task release waits for a decision\n${end}`,
  ],
  [
    `Flowgate: task release waits for a decision\n${end}Finished: UNSTABLE`,
    `Flowgate: task release waits for a decision\n${end}`,
  ],
  [
    `Flowgate: task release waits for 2h\nFin\nmore\n${end}Finished: ABORTED\n`,
    `Flowgate: task release waits for 2h\nFin\nmore\n${end}Finished: ABORTED\n`,
  ],
  ['Finished: SUCCESS\nFinished: SUCCESS\n', 'Finished: SUCCESS\nFinished: SUCCESS\n'],
] as const;

it.each(logs)('%j is shown as %j, however it arrives', (log, shown) => {
  fc.assert(
    fc.property(fc.array(fc.nat(log.length)), (cuts) => {
      const ending = new LogEnding();
      const places = [0, ...cuts.toSorted((left, right) => left - right), log.length];
      const pieces = places.slice(1).map((place, index) => log.slice(places[index], place));
      expect(pieces.map((piece) => ending.push(piece)).join('') + ending.end()).toBe(shown);
    }),
  );
});
