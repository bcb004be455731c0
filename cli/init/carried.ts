/** Handlers of operations that an adapter of the runtime carries, in projects that extend a specification. */

import { basename } from 'node:path';
import { camelCase } from '#generators/emitters/typescript/names.ts';
import type { HostView, Operation } from '#generators/model/types.ts';
import { type ProjectFile, renderFile } from './files.ts';

/** An operation with a host that has it. */
export interface Served {
  readonly operation: Operation;
  readonly view: HostView;
}

/** The handler of an operation that is written for its adapter, and the jobs it imports; `undefined` where there is none. */
export function carriedBy(id: string): readonly ProjectFile[] | undefined {
  const text = renderFile(`carried/${id}.ts`, {});
  if (text === undefined) return undefined;
  const jobs = [...text.matchAll(/'\.\.\/(jobs\/[a-z-]+\.ts)'/g)].map(([, path = '']) => ({
    path,
    text: renderFile(`carried/${path}`, {}) ?? '',
  }));
  return [{ path: `handlers/${id}.ts`, text }, ...jobs];
}

/** The jobs of one kind: the machine that receives events for them, what their module exports, and its file. */
export interface JobModule {
  readonly name: string;
  readonly jobs: string;
  readonly file: string;
}

/** The jobs that the handlers of operations import, each once. */
export function jobsOf(operations: readonly string[]): readonly JobModule[] {
  const files = operations.flatMap((id) => carriedBy(id)?.filter(({ path }) => path.startsWith('jobs/')) ?? []);
  const modules = files.map(({ path, text }) => {
    const file = basename(path, '.ts');
    const [, machine = ''] = /\/machines\/([a-z-]+)\.ts'/.exec(text) ?? [];
    return [file, { name: machine.replaceAll('-', '_'), jobs: camelCase(file), file }] as const;
  });
  return [...new Map(modules).values()];
}

/**
 * A handler that passes calls through to a service of the operator's; `undefined` where what is sold belongs to callers.
 *
 * An area with machines, such as that of leased numbers, has to know its callers, and so have operations for wallets.
 */
export function passedThrough({
  operation,
  view: { host, operations, errors },
}: Served): readonly ProjectFile[] | undefined {
  const { id, area, summary, method, path, query, body, stream, auth } = operation;
  const inArea = operations.filter((each) => each.area === area);
  const isSold = inArea.some(({ price }) => price !== undefined);
  const isOwned = inArea.some(({ machine }) => machine !== undefined) || auth === 'wallet' || auth === 'key';
  if (!isSold || isOwned || stream || !path.startsWith(`${host.prefix}/`)) return undefined;
  const absent = operation.errors.find((error) => errors[error]?.http === 404);
  const text = renderFile('pass-through.ts', {
    ...{ id, summary, method, path, prefix: host.prefix, name: camelCase(id) },
    ...{ query: query !== undefined, body: body !== undefined },
    ...(absent !== undefined && { absent }),
    provider: area.toUpperCase().replaceAll('-', '_'),
    segments: segmentsOf(path.slice(host.prefix.length + 1), operation.wide),
  });
  return text === undefined ? undefined : [{ path: `handlers/${id}.ts`, text }];
}

/** The segments of a path as code, in which parameters are those of the call. */
function segmentsOf(path: string, wide: readonly string[]): string {
  return path
    .split('/')
    .map((segment) => {
      const [, alone] = /^\{(\w+)\}$/.exec(segment) ?? [];
      if (alone !== undefined)
        return wide.includes(alone) ? `...call.params.${alone}.split('/')` : `call.params.${alone}`;
      return segment.includes('{') ? `\`${segment.replaceAll('{', '${call.params.')}\`` : `'${segment}'`;
    })
    .join(', ');
}
