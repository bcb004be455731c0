/** The generated client as a program that `conform-client` can try. */

import { obey, type Told } from './client.ts';

try {
  // The command that starts this program sets every variable.
  await obey(process.env as unknown as Told);
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
}
