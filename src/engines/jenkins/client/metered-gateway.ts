import { JenkinsError } from './jenkins-error.ts';
import type { JenkinsGateway } from './jenkins-gateway.ts';

type Observe = (call: string, outcome: string, seconds: number) => void;

/** The same gateway with every call observed. */
export function meteredGateway<Gateway extends JenkinsGateway>(gateway: Gateway, observe: Observe): Gateway {
  return new Proxy(gateway, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...values: unknown[]): unknown => {
        const result: unknown = Reflect.apply(member, target, values);
        if (result instanceof Promise) void observeResult(result, String(name), observe);
        return result;
      };
    },
  });
}

async function observeResult(result: Promise<unknown>, call: string, observe: Observe): Promise<void> {
  const start = performance.now();
  const outcome = await result.then(
    () => 'ok',
    (error: unknown) => (error instanceof JenkinsError ? error.kind : 'defect'),
  );
  observe(call, outcome, (performance.now() - start) / 1000);
}
