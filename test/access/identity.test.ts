import { expect, it } from 'vitest';
import { actorOf, isReservedSubject } from '../../src/access/identity.ts';

it('tells users from other actors', () => {
  for (const kind of ['token', 'webhook', 'schedule', 'signal', 'jenkins'] as const) {
    const actor = actorOf(kind, 'deploy');
    expect(actor).toBe(`${kind}:deploy`);
    for (const subject of [actor, actor.toUpperCase(), ` ${actor}`, `${kind} :deploy`])
      expect(isReservedSubject(subject)).toBe(true);
  }
  for (const subject of ['ada', 'signals:x', 'a signal:x', 'signal', 'https://idp.example/ada'])
    expect(isReservedSubject(subject)).toBe(false);
});
