import { sendEarlyRequests } from './api/early-requests.ts';

/*
 * Small enough to run while the browser still loads the rest of the console, which index.html preloads.
 */
sendEarlyRequests();
void import('./app.tsx');
