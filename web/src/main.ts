import { sendEarlyRequests } from './api/early-requests.ts';
import { showDensity } from './shell/appearance.ts';

/*
 * Small enough to run while the browser still loads the rest of the console, which index.html preloads.
 */
sendEarlyRequests();
showDensity();
void import('./app.tsx');
