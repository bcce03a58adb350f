// `npm run dev`: a gateway that restarts when src changes, and the console with hot reload beside it.
// With FLOWGATE_SERVER, the console uses that gateway instead.
import { spawn } from 'node:child_process';
import { ensureContractTypes } from './setup/contract-types.mjs';
import { checkNodeVersion } from './setup/node-version.mjs';
import { ensurePackages } from './setup/packages.mjs';
import { ensurePrograms } from './setup/programs.mjs';
import { exitWithError, projectFolder } from './setup/project.mjs';

try {
  checkNodeVersion();
  ensurePackages({ development: true });
  await ensureContractTypes(projectFolder); // for editors
  if (!process.env.FLOWGATE_SERVER) {
    if (!process.env.REDIS_URL) ensurePrograms(['redis-server'], { instead: ', or set REDIS_URL to a running Redis' });
    const port = process.env.PORT ?? '3000';
    process.env.FLOWGATE_SERVER = `http://127.0.0.1:${port}`;
    const gateway = spawn(process.execPath, ['--watch', '--import', 'tsx', 'src/main.ts'], {
      cwd: projectFolder,
      env: { ...process.env, PORT: port, FLOWGATE_SERVER: '', FLOWGATE_CONSOLE: 'off', NODE_ENV: 'development' },
      stdio: 'inherit',
    });
    process.once('exit', () => gateway.kill());
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit());
  }
  const { createServer } = await import('vite');
  const server = await createServer({ configFile: 'web/vite.config.ts' });
  await server.listen();
  server.printUrls();
} catch (error) {
  exitWithError(error);
}
