import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useUnreachable } from '../api/reachability.ts';
import { Callout } from '../components/callout.tsx';
import { formatLocal } from '../formats/format-time.ts';

/** Says that the gateway does not respond, and loads the page's data again once it does. */
export function GatewayNotice() {
  const client = useQueryClient();
  const since = useUnreachable();
  const wasAway = useRef(false);
  const [refused, setRefused] = useState<string>();
  useEffect(() => {
    if (since === undefined) {
      if (wasAway.current) void client.invalidateQueries();
      wasAway.current = false;
      return;
    }
    wasAway.current = true;
    const stayHere = (event: MouseEvent) => {
      const link = linkOutside(event);
      if (link === undefined) return;
      event.preventDefault();
      setRefused(link.textContent.trim());
    };
    document.addEventListener('click', stayHere);
    return () => {
      document.removeEventListener('click', stayHere);
      setRefused(undefined);
    };
  }, [client, since]);
  return (
    <div role="status" className="gateway-notice">
      {since !== undefined && (
        <Callout tone="warning" title="Flowgate does not respond">
          This page is as of {formatLocal(since)}. Until Flowgate is back, you can open other pages of the console, but
          not reload them, and nothing can be changed or run. The page then continues by itself.
          {refused !== undefined && ` “${refused}” cannot be opened now.`}
        </Callout>
      )}
    </div>
  );
}

/** The link to the gateway that a click would follow, into an error page of the browser. The router handles its own. */
function linkOutside({ target, defaultPrevented }: MouseEvent): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest('a') : null;
  if (defaultPrevented || link === null || link.origin !== location.origin || link.target === '_blank')
    return undefined;
  const isHere = link.hash !== '' && link.pathname === location.pathname;
  return isHere ? undefined : link;
}
