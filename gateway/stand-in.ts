/** Simulated providers of a test deployment. */
export interface StandIn {
  readonly url: string;
  /** The variables in which the handlers of a project look for their providers. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** The module that serves the simulated providers. */
export interface StandInRoom {
  serveStandIn(): Promise<StandIn>;
}

/**
 * Starts providers on a free port of this machine that speak the APIs of OpenAI and of Anthropic, JSON-RPC, and the
 * operations of the built-in service, free of charge. A new project uses them until it has its own providers.
 *
 * The module is imported by URL, which compilers do not follow: type-checking a project does not check this package.
 */
export async function startStandIn(): Promise<StandIn> {
  const room: StandInRoom = await import(new URL('./stand-in/serve.ts', import.meta.url).href);
  return room.serveStandIn();
}
