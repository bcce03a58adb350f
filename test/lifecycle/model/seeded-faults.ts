import type { EventName } from '../../../src/lifecycle/events.ts';
import type { PhaseName } from '../../../src/lifecycle/execution-phases.ts';
import { transitions, type Effect, type EventRules, type Transitions } from '../../../src/lifecycle/transitions.ts';

// Each is what a careless change of the table could do.
const { events, entering, leaving } = transitions;

const withRules = (
  name: EventName,
  change: (rules: EventRules<EventName>) => Partial<EventRules<EventName>>,
): Transitions => ({
  ...transitions,
  events: { ...events, [name]: { ...events[name], ...change(events[name] as EventRules<EventName>) } },
});

const withoutGuard = (name: EventName, guard: EventRules<EventName>['guards'][number]): Transitions =>
  withRules(name, ({ guards }) => ({ guards: guards.filter((each) => each !== guard) }));

const withoutAtEnd = (kind: Effect['kind']): Transitions => ({
  ...transitions,
  entering: { ...entering, ended: (after) => (entering.ended?.(after) ?? []).filter((effect) => effect.kind !== kind) },
});

const withEffects = (
  name: EventName,
  phase: PhaseName,
  map: (effects: readonly Effect[]) => readonly Effect[],
): Transitions =>
  withRules(name, ({ in: rows }) => {
    const row = rows[phase];
    return {
      in: {
        ...rows,
        [phase]: {
          ...row,
          effects: (...given: never[]) =>
            map((row?.effects as never as (...all: never[]) => readonly Effect[])?.(...given) ?? []),
        },
      },
    };
  });

const withRow = (name: EventName, phase: PhaseName, row: object | undefined): Transitions =>
  withRules(name, ({ in: rows }) => ({ in: { ...rows, [phase]: row } }));

export const seededFaults: Readonly<Record<string, Transitions>> = {
  'the end of an earlier segment ends the execution': withoutGuard('finished', 'current'),
  'a wait ends twice': withoutGuard('waitEnded', 'current'),
  'an approval comes after the timeout': withoutGuard('waitEnded', 'in time'),
  'one that is to stop begins to wait': withoutGuard('waitBegan', 'not stopped'),
  'the claims of an execution that has ended are not given back': withoutAtEnd('give back'),
  'the secrets of an execution that has ended are kept': withoutAtEnd('delete secrets'),
  'a parent is not told that its child has ended': withoutAtEnd('tell parent'),
  'an end is not counted': withoutAtEnd('count end'),
  'a wait that has ended is looked at again': { ...transitions, leaving: { ...leaving, waiting: [] } },
  'locks are given back although the wait holds them': withEffects('waitBegan', 'running', (effects) =>
    effects.map((effect) => (effect.kind === 'give back' ? { ...effect, except: 'slot' } : effect)),
  ),
  'the next segment runs without its permits': withEffects('waitEnded', 'waiting', (effects) =>
    effects.filter(({ kind }) => kind !== 'take again'),
  ),
  'a segment begins although it runs': withRow('begun', 'running', events.begun.in.queued ?? {}),
  'a build that is lost is still expected': withRow('buildLost', 'queued', { to: 'queued' }),
  'a stop does not end a wait without a limit': withEffects('stopAsked', 'waiting', () => []),
  'one that Jenkins has been asked to run moves to another controller': withoutGuard('moved', 'untouched'),
  'one that is to stop moves to another controller': withoutGuard('moved', 'not stopped'),
  'one that moves keeps the permits of its controller': withEffects('moved', 'queued', (effects) =>
    effects.filter(({ kind }) => kind !== 'claim'),
  ),
  'a stop is dropped': withRow('stopAsked', 'running', undefined),
  'a stop replaces another one': withoutGuard('stopAsked', 'not stopped'),
  'a rejection comes after the timeout': withoutGuard('endedInWait', 'in time'),
  'the end of a segment ends a wait': withRow('finished', 'waiting', events.finished.in.running ?? {}),
  'the build of another attempt is given up': withoutGuard('buildGone', 'same build'),
  'an execution that has ended ends again': withRow('controllerGone', 'ended', events.controllerGone.in.running ?? {}),
};
