import { randomBytes } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { checkBody } from '../body.ts';
import { videoModels } from '../catalog/media.ts';
import { ApiError } from '../errors.ts';
import { on } from '../fault.ts';
import { faceInitLimit, HOUR, perIp } from '../limits.ts';
import { fmt, usd } from '../money.ts';
import type { Receipt } from '../op.ts';
import { op } from '../op.ts';
import { param } from '../paths.ts';
import { onReset, token, world } from '../world.ts';
import { photoUrl } from './pictures.ts';

/** Virtual portraits and real-person faces. */
interface Asset {
  assetId: string;
  kind: 'portrait' | 'realface';
  owner: string;
  name: string;
  imageUrl: string;
  createdAt: string;
  enrollmentTxHash: string | null;
  vendorId: string;
}
interface Group {
  id: string;
  name: string;
  status: 'pending_validation' | 'active';
  linkUntil: number;
  assets: number;
  wallet?: string;
}
const assets: Asset[] = [];
const groups = new Map<string, Group>();
onReset(() => {
  assets.length = 0;
  groups.clear();
});
export function knownAsset(id: string): boolean {
  return assets.some((a) => a.assetId === id);
}

const PRICE = usd('0.011');
const name = z.string().refine((s) => [...s].length >= 1 && [...s].length <= 64, 'must have 1 to 64 characters');
const usage = () => ({
  compatible_models: videoModels()
    .filter((m) => m.faces)
    .map((m) => m.id),
  how_to_use: 'Pass asset_id as real_face_asset_id to POST /api/v1/videos/generations.',
});
const settlement = (r: Receipt | null) => ({
  success: r !== null,
  tx_hash: r?.tx ?? null,
  network: r?.network ?? 'eip155:8453',
});

function created(kind: Asset['kind'], owner: string, title: string, imageUrl: string): Asset {
  return {
    assetId: token('ta_', 10),
    kind,
    owner,
    name: title,
    imageUrl,
    createdAt: world.iso(),
    enrollmentTxHash: null,
    vendorId: token('vnd_', 8),
  };
}

const portraitSchema = z.object({ name, image_url: z.string() });
export const portrait = op<z.output<typeof portraitSchema>>({
  method: 'POST',
  template: '/portrait/enroll',
  hosts: 'base',
  upstream: true,
  describe: 'Enroll a virtual portrait',
  parse: async (c) => {
    const b = await checkBody(c, portraitSchema);
    photoUrl('image_url', b.image_url);
    return b;
  },
  quote: () => ({ base: PRICE, account: 0n }),
  run: (x, call) => {
    const mirrored = call.script.outcome !== 'mirror_fail';
    const asset = created(
      'portrait',
      call.who.id,
      x.name,
      mirrored ? `https://media.cedar.example/p/${token('', 6)}.png` : x.image_url,
    );
    return {
      // A settlement that fails after the enrollment is the service's loss, not the caller's.
      absorbs: true,
      commit: (r) => {
        asset.enrollmentTxHash = r?.tx ?? null;
        assets.push(asset);
      },
      withReceipt: (r) => ({
        object: 'virtual_portrait',
        asset_id: asset.assetId,
        group_id: token('pg_'),
        name: asset.name,
        image_url: asset.imageUrl,
        source_image_url: x.image_url,
        mirrored,
        created_at: asset.createdAt,
        usage: usage(),
        price: { amount: fmt(PRICE), currency: 'USD' },
        settlement: settlement(r),
      }),
    };
  },
  failures: {
    reject: () => ({
      status: 502,
      body: { error: 'Enrollment failed', message: 'The content filter refused the image. You were not charged.' },
    }),
  },
});

function groupOf(id: string): Group {
  const group = groups.get(id);
  if (!group) throw new ApiError(404, { error: 'Unknown group' });
  return group;
}

const enrollSchema = z.object({ name, image_url: z.string(), group_id: z.string() });
interface Enroll {
  name: string;
  image_url: string;
  group: Group;
}
export const realface = op<Enroll>({
  method: 'POST',
  template: '/realface/enroll',
  hosts: 'base',
  upstream: true,
  describe: 'Enroll a real-person face of an active group',
  parse: async (c) => {
    const b = await checkBody(c, enrollSchema);
    photoUrl('image_url', b.image_url);
    const group = groupOf(b.group_id);
    if (group.status !== 'active')
      throw new ApiError(425, {
        error: 'Too early',
        group_status: group.status,
        hint: 'The rights-holder has not completed the liveness check yet. Poll /realface/status until it is active.',
      });
    return { ...b, group };
  },
  quote: () => ({ base: PRICE, account: 0n }),
  authorize: ({ group }, who) => {
    group.wallet ??= who.id;
    if (group.wallet !== who.id && on('face-group-bound-to-wallet'))
      throw new ApiError(403, { error: 'Forbidden', message: 'Another wallet enrolls into this group.' });
  },
  run: (x, call) => {
    const mirrored = call.script.outcome !== 'mirror_fail';
    const asset = created(
      'realface',
      call.who.id,
      x.name,
      mirrored ? `https://media.cedar.example/f/${token('', 6)}.png` : x.image_url,
    );
    return {
      absorbs: !on('face-settlement-failure-returned'),
      commit: (r) => {
        asset.enrollmentTxHash = r?.tx ?? null;
        assets.push(asset);
        x.group.assets += 1;
      },
      withReceipt: (r) => ({
        object: 'realface',
        asset_id: asset.assetId,
        group_id: x.group.id,
        sedgeAssetId: asset.vendorId,
        name: asset.name,
        image_url: asset.imageUrl,
        created_at: asset.createdAt,
        usage: usage(),
        price: { amount: fmt(PRICE), currency: 'USD' },
        settlement: settlement(r),
      }),
    };
  },
  failures: {
    reject: () => ({
      status: 422,
      body: {
        error: 'Face rejected',
        message: 'The face service refused the image, or the photo does not match the live face. You were not charged.',
      },
    }),
  },
});

const LINK_MS = 120_000;
export function faceEvent(id: string): boolean {
  const group = groups.get(id);
  if (!group) return false;
  // The session behind the link lives 120 seconds; a check that ends after that proves nothing.
  if (world.now() < group.linkUntil) group.status = 'active';
  return true;
}

const initSchema = z.object({ name, groupId: z.string().optional() });
export const faceInit = op<z.output<typeof initSchema>>({
  method: 'POST',
  template: '/realface/init',
  hosts: 'base',
  open: true,
  upstream: true,
  describe: 'Start or refresh a face enrollment',
  parse: (c) => checkBody(c, initSchema),
  quote: () => ({ base: 0n, account: 0n }),
  run: (x) => {
    let group: Group;
    if (x.groupId !== undefined) group = groupOf(x.groupId);
    else {
      // About 215 opaque characters: it is the credential of this enrollment.
      group = {
        id: randomBytes(161).toString('base64url'),
        name: x.name,
        status: 'pending_validation',
        linkUntil: 0,
        assets: 0,
      };
      groups.set(group.id, group);
    }
    if (!(x.groupId !== undefined && on('refreshed-link-keeps-deadline'))) group.linkUntil = world.now() + LINK_MS;
    return {
      body: {
        object: 'realface.init',
        group_id: group.id,
        h5_link: `https://kyc.example.net/live?session=${token('', 8)}`,
        status: group.status,
        expires_in_seconds: 120,
        next_steps: [
          'Open h5_link on the phone of the rights-holder within 120 seconds.',
          'Poll /api/v1/realface/status until ready_to_finalize.',
          'POST /api/v1/realface/enroll.',
        ],
      },
    };
  },
});

function ownerOf(address: string): string {
  if (/^0x[0-9a-fA-F]{40}$/.test(address)) return on('listing-by-spelling') ? address : address.toLowerCase();
  if (/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)) return address;
  throw new ApiError(400, {
    error: 'Invalid wallet address',
    details: [{ field: 'address', message: 'must be an EVM (0x) or Solana (base58) address' }],
  });
}

export function mountAssets(app: Hono): void {
  app.use('/api/v1/realface/init', faceInitLimit);
  const status = perIp('face-status', 120, HOUR);
  app.get('/api/v1/realface/status', status, (c: Context) => {
    const id = c.req.query('groupId');
    if (!id)
      throw new ApiError(400, { error: 'Missing groupId', details: [{ field: 'groupId', message: 'required' }] });
    const g = groupOf(id);
    return c.json({
      object: 'realface.status',
      group_id: g.id,
      status: g.status,
      asset_count: g.assets,
      ready_to_finalize: g.status === 'active',
    });
  });
  const listing = perIp('wallet-listing', 120, HOUR);
  for (const [path, kind, label] of [
    ['portraits', 'portrait', 'portraits'],
    ['realfaces', 'realface', 'realfaces'],
  ] as const) {
    app.get(`/api/v1/wallet/:address/${path}`, listing, (c: Context) => {
      const wallet = param(c, 'address');
      const owner = ownerOf(wallet);
      const own = assets.filter((a) => a.kind === kind && a.owner === owner);
      const rows = own.map((a) => ({
        assetId: a.assetId,
        name: a.name,
        imageUrl: a.imageUrl,
        createdAt: a.createdAt,
        enrollmentTxHash: a.enrollmentTxHash,
        ...(kind === 'realface' ? { sedgeAssetId: a.vendorId } : {}),
      }));
      return c.json(
        { wallet, [label]: rows, count: rows.length },
        200,
        kind === 'realface' ? { 'Cache-Control': 'public, max-age=30' } : {},
      );
    });
  }
}
