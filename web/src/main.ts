import { basePath } from './api/base-path.ts';
import { sendEarlyRequests } from './api/early-requests.ts';
import { loadPageEarly } from './page-modules.ts';
import { showDensity } from './shell/appearance.ts';

/*
 * Small enough to run while the browser still loads the rest of the console, which index.html preloads.
 */
sendEarlyRequests();
loadPageEarly(location.pathname.slice(basePath.length));
showDensity();
void import('./app.tsx');
