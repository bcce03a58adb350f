// After `npm pack`: restores the project's package.json.
import { restoreManifest } from './setup/packed-manifest.mjs';

restoreManifest();
