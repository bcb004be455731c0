import type { Answer } from '../http/request.ts';
import type { Account } from '../store/accounts.ts';
import { callHandler } from './call-handler.ts';
import type { Identity, PipelineParts } from './parts.ts';
import type { CheckedRequest } from './request-context.ts';
import { streamReply } from './stream-reply.ts';

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
  return streamReply(parts, checked, reply, { complete: async () => undefined, release: async () => undefined });
}
