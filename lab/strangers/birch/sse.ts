import type { Write } from './http.ts';

/** One server-sent event. */
export function sse(write: Write, data: unknown, event?: string): void {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  write(`${event === undefined ? '' : `event: ${event}\n`}data: ${text}\n\n`);
}

/** The headers of an event stream. */
export const sseHeaders = { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store' };
