/** The generated client as a program that `conform-client` can try. */

import { type ClientEnvironment, makeCall } from './client.ts';

try {
  // The command that starts this program sets every variable.
  await makeCall(process.env as unknown as ClientEnvironment);
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
}
