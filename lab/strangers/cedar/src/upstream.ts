import { segmentOf } from './config.ts';
import type { Json } from './errors.ts';
import { onReset } from './world.ts';

/** Scripts of what the upstream behind a route does next, and the answer each outcome becomes. */
export const OUTCOMES = [
  'succeed',
  'fail',
  'reject',
  'timeout',
  'slow',
  'cut',
  'empty',
  'capacity',
  'no_tier',
  'other_tier',
  'mirror_fail',
  'unconfigured',
] as const;
export type Outcome = (typeof OUTCOMES)[number];
export interface Script {
  outcome: Outcome;
  detail: Json;
}
interface Route {
  method: string;
  path: string;
}
interface Queued extends Script {
  method: string;
  pattern: RegExp;
  left: number;
}

let queue: Queued[] = [];
onReset(() => {
  queue = [];
});

/** Placeholders that stand for more than one segment of a path. */
const DEEP = new Set(['model', 'path', 'endpoint-path', 'endpoint_path']);

export function splitRoute(route: string): Route | null {
  const m = /^([A-Z]+|any) (\/\S*)$/.exec(route.trim());
  if (!m) return null;
  const [, method = '', path = ''] = m;
  return { method: method.toUpperCase(), path: path.replace(/\?.*$/, '') };
}

export function pathPattern(path: string): RegExp {
  const source = path.replace(/\{([^}]+)\}|<([^>]+)>|[.*+?^${}()|[\]\\]/g, (all, braced?: string, angled?: string) => {
    const name = braced ?? angled;
    if (name === undefined) return `\\${all}`;
    return segmentOf(name) ?? (DEEP.has(name) ? '.+' : '[^/]+');
  });
  return new RegExp(`^${source}$`);
}

export function script({ method, path }: Route, outcome: Outcome, times: number, detail: Json): void {
  const pattern = pathPattern(path);
  if (outcome === 'succeed') {
    queue = queue.filter((q) => !(q.method === method && q.pattern.source === pattern.source));
    return;
  }
  queue.push({ method, pattern, outcome, detail, left: times });
}

/** The script for this upstream call; the first candidate path that has one wins. */
export function nextScript(methods: string[], paths: string[]): Script {
  for (const path of paths) {
    const hit = queue.find((q) => (methods.includes(q.method) || q.method === 'ANY') && q.pattern.test(path));
    if (hit) {
      hit.left -= 1;
      if (hit.left <= 0) queue = queue.filter((q) => q !== hit);
      return { outcome: hit.outcome, detail: hit.detail };
    }
  }
  return { outcome: 'succeed', detail: {} };
}
