import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Names under which Chromium is installed. */
const names = ['chromium', 'chromium-browser', 'google-chrome'];

/** Path of an installed Chromium, if any; tests that need one are skipped with a reason. */
export function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
