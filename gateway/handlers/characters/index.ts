import { isPublicUrl } from '@tollwright/runtime/http/public-url';
import type { Input } from '@tollwright/runtime/operation/operation';
import { Problem } from '@tollwright/runtime/operation/problem';
import { createId } from '@tollwright/runtime/system/random';
import type { Issue } from '@tollwright/runtime/validation/issue';
import { addressId } from '@tollwright/runtime/x402/address';
import type { Handlers } from '#generated/handlers.ts';
import { realface } from '#generated/machines/realface.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';
import { assetsOf, enroll, enrolledReply, listed, settlementOf } from './assets.ts';
import { countAssets, findGroup, moveGroup, openGroup } from './group.ts';

/** Handlers of the character assets. */
export function characterHandlers(context: HandlerContext) {
  return {
    'enroll-portrait': enrollPortrait(context),
    'enroll-realface': enrollRealface(context),
    'get-realface-status': getRealfaceStatus(context),
    'init-realface': initRealface(context),
    'list-portraits': listPortraits(context),
    'list-realfaces': listRealfaces(context),
  } satisfies Partial<Handlers>;
}

/** Enrolls a portrait of a virtual person. */
function enrollPortrait(context: HandlerContext): Handlers['enroll-portrait'] {
  return async (call) => {
    const { payment } = call;
    if (!payment) throw new Error('The call came without a payment.');
    const { name, image_url: imageUrl } = call.request;
    const group = createId(context.services.random, 'portrait');
    const enrolled = await enroll(context, call, { kind: 'portrait', name, imageUrl, group });
    const { sourceImageUrl, mirrored } = enrolled.asset;
    return enrolledReply(call, enrolled, {
      object: 'virtual_portrait' as const,
      group_id: group,
      source_image_url: sourceImageUrl,
      mirrored,
      settlement: settlementOf(payment, enrolled),
    });
  };
}

/** Enrolls a photo of the person who passed the liveness check of the group. */
function enrollRealface(context: HandlerContext): Handlers['enroll-realface'] {
  return async (call) => {
    const { name, image_url: imageUrl, group_id: handle } = call.request;
    const { services } = context;
    const group = await findGroup(services, handle);
    const step = realface.step(group.state, 'enroll', {});
    if (step.ok) await moveGroup(services, group, step.state);
    if (!step.ok || !step.effects.includes('settle-once')) {
      throw new Problem('group-pending', {
        error: 'Liveness check pending',
        group_status: group.state,
        hint: 'The person must pass the check at h5_link first; call init with this groupId to get a new link.',
      });
    }

    const request = { kind: 'face', name, imageUrl, group: group.id } as const;
    const enrolled = await enroll(context, call, request, { rejected: 'face-refused' });
    const { providerId } = enrolled.asset;
    return enrolledReply(call, enrolled, {
      object: 'realface' as const,
      group_id: handle,
      provider_asset_id: providerId,
      ...(call.payment && { settlement: settlementOf(call.payment, enrolled) }),
    });
  };
}

/** Seconds that a link is valid. */
const linkSeconds = 120;

const nextSteps = [
  'The person whose face it is opens h5_link on a phone, allows the camera, nods and blinks.',
  'Poll the status every 3 to 5 seconds until it is active.',
  'Then enroll a photo of the same person with this group_id. Keep it secret: anyone who has it can use it.',
];

/** Opens a face group, or refreshes the link of the one whose handle is given. */
function initRealface(context: HandlerContext): Handlers['init-realface'] {
  return async (call) => {
    const { name, groupId } = call.request;
    const { services, upstream } = context;
    const handle = groupId ?? (await openGroup(services, name));
    const { id, state } = await findGroup(services, handle);
    const link = await upstream.openLivenessCheck(id, upstreamContextOf(call, context));
    return {
      status: 200,
      body: {
        object: 'realface.init',
        group_id: handle,
        h5_link: link,
        status: state,
        expires_in_seconds: linkSeconds,
        next_steps: nextSteps,
      },
    };
  };
}

/** Returns the status of a face group; its handle is the credential. */
function getRealfaceStatus(context: HandlerContext): Handlers['get-realface-status'] {
  return async ({ query: { groupId } }) => {
    const { services } = context;
    const group = await findGroup(services, groupId);
    return {
      status: 200,
      body: {
        object: 'realface.status',
        group_id: groupId,
        status: group.state,
        asset_count: await countAssets(services, group),
        ready_to_finalize: group.state === 'active',
      },
    };
  };
}

/** Lists the virtual portraits of a wallet. */
function listPortraits(context: HandlerContext): Handlers['list-portraits'] {
  return async ({ params: { address }, baseUrl }) => {
    const portraits = (await assetsOf(context, 'portrait', addressId(address))).map((asset) => listed(asset, baseUrl));
    return { status: 200, body: { wallet: address, portraits, count: portraits.length } };
  };
}

/** Seconds that a listing may be cached. */
const cacheSeconds = 30;

/** Lists the real-person faces of a wallet. */
function listRealfaces(context: HandlerContext): Handlers['list-realfaces'] {
  return async ({ params: { address }, baseUrl }) => {
    const assets = await assetsOf(context, 'face', addressId(address));
    const realfaces = assets.map((asset) => ({ ...listed(asset, baseUrl), providerAssetId: asset.providerId }));
    return {
      status: 200,
      headers: { 'Cache-Control': `public, max-age=${cacheSeconds}` },
      body: { wallet: address, realfaces, count: realfaces.length },
    };
  };
}

/** Refuses an `image_url` that leads into a private network: the gateway fetches it for the caller. */
export function checkImageUrl({ request }: Input<{ readonly image_url: string }>): readonly Issue[] {
  if (isPublicUrl(request.image_url)) return [];
  const message = 'image_url must be an https URL on the public internet';
  return [{ path: ['image_url'], rule: 'image-url.public', message, error: 'invalid-body' }];
}
