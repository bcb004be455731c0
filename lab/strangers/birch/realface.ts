import { randomBytes } from 'node:crypto';
import {
  assetId,
  checkAsset,
  ENROLL_PRICE,
  type Group,
  listed,
  ownedBy,
  type Realface,
  settlement,
  unknownGroup,
  usage,
  walletOf,
} from './assets.ts';
import { Fields, invalidField } from './check.ts';
import { iso, nowMs } from './clock.ts';
import { on } from './faults.ts';
import { free, paid } from './flow.ts';
import { HttpError } from './http.ts';
import { count, limits } from './limits.ts';
import { price } from './money.ts';
import { kycUrl, storage } from './profile.ts';
import type { Route } from './router.ts';
import { state } from './state.ts';

const LINK_SECONDS = 120;

function statusOf(group: Group): string {
  return group.active ? 'active' : 'pending_validation';
}

function findGroup(id: string): Group {
  const group = state.groups.get(id);
  if (!group) throw unknownGroup();
  return group;
}

const init = free({
  method: 'POST',
  path: '/api/v1/realface/init',
  summary: 'Open the identity check of a real person, or refresh its link',
  ...(on('face-refresh-uncounted') ? {} : { limit: limits.faceInit }),
  failures: {},
  run: (req) => {
    const fields = Fields.of(req);
    const name = fields.needText('name', { min: 1, max: 64 });
    const groupId = fields.text('groupId');
    fields.done();
    if (on('face-refresh-uncounted') && groupId === undefined) count(limits.faceInit, req.ip);
    const group: Group =
      groupId === undefined
        ? { id: randomBytes(162).toString('base64url').slice(0, 215), name, active: false, assets: 0, linkEndsMs: 0 }
        : findGroup(groupId);
    group.linkEndsMs = nowMs() + LINK_SECONDS * 1000;
    state.groups.set(group.id, group);
    return {
      status: 200,
      body: {
        object: 'realface.init',
        group_id: group.id,
        h5_link: `${kycUrl}/check/${randomBytes(18).toString('base64url')}`,
        status: statusOf(group),
        expires_in_seconds: LINK_SECONDS,
        next_steps: [
          'Open h5_link on the phone of the rights-holder.',
          'Poll /api/v1/realface/status every 3 to 5 seconds until the status is active.',
          'Enroll with POST /api/v1/realface/enroll.',
        ],
      },
    };
  },
});

const status = free({
  path: '/api/v1/realface/status',
  summary: 'State of an identity check',
  limit: limits.faceRead,
  failures: {},
  run: (req) => {
    const id = req.query.get('groupId');
    if (id === null || id === '') throw invalidField('groupId', 'is required');
    if (on('face-handle-400') && id.length !== 215) throw invalidField('groupId', 'is not a group handle');
    const group = findGroup(id);
    return {
      status: 200,
      body: {
        object: 'realface.status',
        group_id: group.id,
        status: statusOf(group),
        asset_count: group.assets,
        ready_to_finalize: group.active,
      },
    };
  },
});

interface EnrollInput {
  name: string;
  imageUrl: string;
  group: Group;
}

const enroll = paid<EnrollInput>({
  path: '/api/v1/realface/enroll',
  summary: 'Enroll the face of a real person',
  price: { mode: 'fixed', amount: ENROLL_PRICE },
  fixed: { amount: ENROLL_PRICE },
  absorbs: !on('face-settlement-402'),
  handles: ['mirror_fail'],
  failures: {
    reject: () =>
      new HttpError(422, {
        error: 'Face rejected',
        message: 'The photo does not match the live face. Nothing was charged.',
      }),
  },
  check: (req) => {
    const fields = Fields.of(req);
    const asset = checkAsset(fields);
    const id = fields.needText('group_id');
    fields.done();
    const group = findGroup(id);
    if (!group.active) {
      throw new HttpError(425, {
        error: 'Group not active',
        group_status: statusOf(group),
        hint: 'The rights-holder has to complete the liveness check first: poll /api/v1/realface/status.',
      });
    }
    return { ...asset, group };
  },
  permit: ({ group }, payer) => {
    if (on('face-group-owned') && (group.wallet ?? payer) !== payer)
      throw new HttpError(403, { error: 'Group of another wallet' });
  },
  run: ({ name, imageUrl, group }, call) => {
    const id = assetId();
    const url = call.turn.outcome === 'mirror_fail' ? imageUrl : `${storage}/faces/${id}.png`;
    return {
      status: 201,
      body: (receipt) => {
        const face: Realface = {
          assetId: id,
          wallet: call.payer,
          name,
          imageUrl: url,
          createdAt: iso(nowMs()),
          txHash: receipt?.hash ?? null,
          vendorId: `sorrel-face-${randomBytes(8).toString('hex')}`,
        };
        state.realfaces.push(face);
        group.assets += 1;
        if (on('face-group-owned')) group.wallet ??= call.payer;
        return {
          object: 'realface',
          asset_id: id,
          group_id: group.id,
          sorrel_asset_id: face.vendorId,
          name,
          image_url: url,
          created_at: face.createdAt,
          usage: usage(),
          price: price(ENROLL_PRICE),
          settlement: settlement(receipt),
        };
      },
    };
  },
});

const list = free({
  path: '/api/v1/wallet/{address}/realfaces',
  summary: 'Face assets of a wallet',
  limit: limits.faceRead,
  run: (req) => {
    const wallet = walletOf(req);
    const realfaces = state.realfaces
      .filter(ownedBy(wallet))
      .map((face) => ({ ...listed(face), sorrelAssetId: face.vendorId }));
    return {
      status: 200,
      headers: { 'Cache-Control': 'public, max-age=30' },
      body: { wallet, realfaces, count: realfaces.length },
    };
  },
});

/** Real-person face assets. */
export const realfaceRoutes: Route[] = [init, status, enroll, list];
