/** Sends the requests by which the author of a saboteur shows it. */

import { pointerSegments } from '@hyperjump/json-pointer';
import { offerIn } from '@tollwright/runtime/testing/wallet';
import { read } from '@tollwright/runtime/values/json';
import { request as send } from 'undici';
import { mapTexts } from '#conformance/common/json.ts';
import { parseJson } from '../toolkit/messages.ts';
import { signatureHeader } from '../toolkit/payment-headers.ts';
import type { Probe } from './saboteur.ts';
import type { Stage } from './stage.ts';

/** A response to a request of a probe. */
interface Response {
  readonly status: number;
  readonly body: unknown;
}

/** Sends the requests of a probe, one after another, with money for those that pay. */
export async function sendProbe(stage: Stage, calls: readonly Probe[]): Promise<readonly Response[]> {
  await stage.fund();
  const responses: Response[] = [];
  for (const call of calls)
    responses.push(
      await sendCall(
        stage,
        mapTexts(call, (text) => filled(text, responses)),
      ),
    );
  return responses;
}

/** Puts in values of earlier responses: `<0/body/id>` is the id in the body of the first one. */
function filled(text: string, responses: readonly Response[]): string {
  return text.replace(/<(\d+)(\/[^>]+)>/g, (_, index: string, pointer: string) =>
    String(read(responses[Number(index)], ...pointerSegments(pointer))),
  );
}

async function sendCall(stage: Stage, call: Probe): Promise<Response> {
  if (call.call.includes(' /control/')) return sendOnce(stage.control, call, bearer(stage.control.token));
  const isKeyed = stage.contract.host.auth === 'bearer';
  const first = await sendOnce(stage, call, isKeyed ? bearer(stage.apiKey) : {});
  if (!call.pay || isKeyed || first.status !== 402) return first;
  return sendOnce(stage, call, { [signatureHeader]: await stage.wallet.sign(offerIn(first.body), stage.now()) });
}

type Headers = Readonly<Record<string, string>>;

function bearer(token: string): Headers {
  return { authorization: `Bearer ${token}` };
}

async function sendOnce({ url }: { readonly url: string }, call: Probe, access: Headers): Promise<Response> {
  const [method = '', path = ''] = call.call.split(' ');
  const text = typeof call.body === 'string' ? call.body : JSON.stringify(call.body);
  const { statusCode, body } = await send(url + path, {
    method,
    headers: { ...(text !== undefined && { 'content-type': 'application/json' }), ...access, ...call.headers },
    body: text ?? null,
  });
  const received = await body.text();
  return { status: statusCode, body: parseJson(received) ?? received };
}
