import { preferredOf } from '../http/accept.ts';
import type { Answer } from '../http/request.ts';
import type { Note } from '../operation/facts.ts';
import type { Reply } from '../operation/handler.ts';
import { routeName } from '../operation/operation.ts';
import { Problem } from '../operation/problem.ts';
import type { Account } from '../store/accounts.ts';
import { noteReceipt } from './call-record.ts';
import type { Identity, PipelineParts } from './parts.ts';
import type { CheckedRequest } from './request-context.ts';
import { streamReply } from './stream.ts';

/** Serves a call that is not charged: call, usage row. */
export async function serveFree(
  parts: PipelineParts,
  checked: CheckedRequest,
  identity: Identity = {},
  account?: Account,
): Promise<Answer> {
  const { answers, services } = parts;
  const reply = await callHandler(parts, checked, identity);
  if (account && reply.usage) await services.payments.accounts.record(account, checked.route, reply.usage);
  if (!reply.stream) return answers.reply(checked, reply);
  const free = { complete: async () => undefined, release: async () => undefined, mayLeave: () => true };
  return streamReply(parts, checked, reply, free);
}

/** Calls the handler of the operation. */
export async function callHandler(
  { host, handlers, services }: PipelineParts,
  { route, input, incoming, bytes, record }: CheckedRequest,
  identity: Identity,
): Promise<Reply> {
  const handler = handlers[route.operation.id];
  if (!handler) throw new Problem('not-implemented');
  const { ip, baseUrl, headers, signal } = incoming;
  const [usual, ...others] = route.operation.accepts ?? [];
  const scripted = () => services.script.take(routeName(route));
  const note: Note = (facts) => record?.note(facts);
  const reply = await handler({
    ...input,
    ...identity,
    route,
    host,
    ip,
    baseUrl,
    headers,
    bytes,
    ...(usual !== undefined && { wanted: preferredOf([usual, ...others], headers.accept) }),
    signal,
    scripted,
    note,
  });
  noteReceipt(record, reply);
  return reply;
}
