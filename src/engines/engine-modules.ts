import type { EngineModules } from './engine.ts';
import { jenkinsModule } from './jenkins/jenkins-module.ts';
import { localModule } from './local/local-module.ts';

/** The engines, in the order in which they are tried as the default. */
export const engineModules: EngineModules = {
  jenkins: jenkinsModule,
  local: localModule,
};
