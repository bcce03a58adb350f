import type { ReactNode } from 'react';
import { asProblem, unwrap } from '../api/api-problem.ts';
import { basePath } from '../api/base-path.ts';
import { api } from '../api/client.ts';
import { giveRenewal, renewalIn } from './renewal-channel.ts';
import { FailedPage, RenewedPage } from './sign-in-pages.tsx';

/**
 * Behind a proxy, opening any page signs in. This one only notifies the page that is waiting, or opens the console if none
 * is.
 */
export async function confirmProxySession(show: (page: ReactNode) => void): Promise<void> {
  const renewal = renewalIn(location.search);
  const user = await unwrap(api.GET('/whoami')).catch(asProblem);
  const onRetry = () => location.reload();
  if (user instanceof Error)
    show(
      <FailedPage failure={{ title: user.title, detail: user.message, requestId: user.requestId }} onRetry={onRetry} />,
    );
  else if (user.subject === undefined)
    show(<FailedPage failure={{ title: 'You are not signed in', detail: user.reason ?? '' }} onRetry={onRetry} />);
  else if (renewal !== undefined && (await giveRenewal(renewal, { subject: user.subject }))) {
    show(<RenewedPage />);
    window.close();
  } else location.replace(`${basePath}/ui/flows`);
}
