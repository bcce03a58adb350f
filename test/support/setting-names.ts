import { loadConfiguration } from '../../src/config/load-configuration.ts';

/**
 * The environment variables that the configuration reads, found by loading it from an environment that records its
 * reads.
 */
export function settingNames(): readonly string[] {
  const names = new Set<string>();
  const environment = new Proxy<Record<string, string>>(
    {},
    {
      get: (_target, name) => {
        names.add(String(name));
        return undefined;
      },
    },
  );
  loadConfiguration(environment);
  return [...names].toSorted();
}
