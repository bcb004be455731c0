import { once } from 'node:events';
import { watch } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds to collect changes: editors write a file in several steps. */
const pause = 10;

/**
 * Runs a task with the names of changed files in a folder, until it is stopped or a task fails.
 *
 * `ready` is called once the watcher sees every change. Changes during a task are collected and run after it.
 */
export async function onChange(
  folder: string,
  stop: AbortSignal,
  ready: () => void,
  task: (changed: readonly string[]) => Promise<void>,
): Promise<void> {
  const changed = new Set<string>();
  let running = Promise.resolve();
  const run = async () => {
    await delay(pause);
    const names = [...changed];
    changed.clear();
    if (names.length > 0) await task(names);
  };
  const watcher = watch(folder, { recursive: true }, (_event, filename) => {
    if (filename === null) return;
    const isFirst = changed.size === 0;
    changed.add(filename);
    if (isFirst) running = running.then(run).catch((error) => void watcher.emit('error', error));
  });
  try {
    ready();
    // Rejects where the watcher or a task fails.
    if (!stop.aborted) await once(watcher, 'close', { signal: stop });
  } catch (error) {
    if (!stop.aborted) throw error;
  } finally {
    watcher.close();
  }
  await running;
}
