// `npm run python-client [-- FOLDER]`: builds the wheel of the Python client, with the types of openapi.yaml.
import { exitWithError, projectFolder } from './setup/project.mjs';
import { buildPythonClient } from './setup/python-client.mjs';

try {
  console.log(buildPythonClient(process.argv[2] ?? projectFolder));
} catch (error) {
  exitWithError(error);
}
