// After `npm pack`: package.json is again that of the project.
import { restoreManifest } from './setup/packed-manifest.mjs';

restoreManifest();
