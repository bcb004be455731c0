const resets: (() => void)[] = [];

/** Registers what has to happen to a store when the control API drops all state. */
export function onReset(action: () => void): void {
  resets.push(action);
}

/** Drops all state of the gateway. */
export function resetAll(): void {
  for (const action of resets) action();
}
