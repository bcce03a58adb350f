import { lazyRouteComponent } from '@tanstack/react-router';
import { probe, untilReachable } from './api/reachability.ts';

/**
 * A component of a module that is loaded when it is shown. While the gateway is away, it waits for it: the router would
 * reload the page instead, which ends in an error page of the browser.
 */
export const loadedPart: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => whenReachable(load), name);

async function whenReachable<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    // The gateway has another version, whose files have other names. The router reloads the page.
    if (await probe()) throw error;
    await untilReachable();
    return load();
  }
}

/**
 * Fetches the files of all pages into the cache of the browser, one after the other, so that every page opens while the
 * gateway is away. The build lists them in the page.
 */
export async function fetchParts(): Promise<void> {
  for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel=later]')) {
    await new Promise((resolve) => setTimeout(resolve));
    try {
      const response = await fetch(href, { priority: 'low' });
      await response.arrayBuffer();
    } catch {
      return; // the part is loaded when it is shown
    }
  }
}
