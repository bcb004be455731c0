import { randomBytes } from 'node:crypto';
import type { Account } from './accounts.ts';
import { isWalletAddress } from './addresses.ts';
import { iso, now } from './clock.ts';
import { Form } from './form.ts';
import { HttpError, type Reply } from './http.ts';
import { enforce } from './limits.ts';
import { publicUrlProblem, storageUrl } from './media-url.ts';
import { metered } from './metered.ts';
import { priceOf, usd } from './money.ts';
import type { Call, Operation } from './operation.ts';
import { onReset } from './state.ts';
import type { Turn } from './upstream.ts';
import { assetModels } from './video-catalog.ts';

/** The price of one enrollment. */
export const ENROLL_PRICE = usd('0.01');

/** An enrolled character asset. */
export interface Asset {
  kind: 'portrait' | 'realface';
  assetId: string;
  vendorId: string;
  name: string;
  imageUrl: string;
  createdAt: string;
  txHash: string;
  owner: Account;
}

const assets = new Map<string, Asset>();
onReset(() => assets.clear());

/** An asset that an account may use. */
export function assetOf(account: Account, assetId: string): Asset | undefined {
  const asset = assets.get(assetId);
  return asset?.owner === account ? asset : undefined;
}

/** Keeps a new asset. */
export function addAsset(init: Pick<Asset, 'kind' | 'name' | 'imageUrl' | 'txHash' | 'owner'>): Asset {
  const asset: Asset = {
    ...init,
    assetId: `ta_${randomBytes(15).toString('base64url')}`,
    vendorId: `vero-${randomBytes(8).toString('hex')}`,
    createdAt: iso(now()),
  };
  assets.set(asset.assetId, asset);
  return asset;
}

/** The members that both enroll answers share. */
export function enrolled(asset: Asset): Record<string, unknown> {
  return {
    usage: {
      compatible_models: assetModels(),
      how_to_use: 'Send asset_id as real_face_asset_id to /v1/videos/generations.',
    },
    price: priceOf(ENROLL_PRICE),
    settlement: { success: true, tx_hash: asset.txHash, network: 'account' },
  };
}

/** Reads the name and the image of an enrollment. */
export function readSubject(form: Form): { name: string; imageUrl: string } {
  const name = form.must('name', { min: 1, max: 64 });
  const imageUrl = form.must('image_url');
  if (imageUrl !== '') {
    const problem = publicUrlProblem(imageUrl, ['https:']);
    if (problem !== undefined) form.add('image_url', `image_url ${problem}`);
    else if (/\.(gif|bmp|svg|tiff?|avif|heic|ico|pdf|mp4|txt|html?)$/i.test(new URL(imageUrl).pathname))
      form.add('image_url', 'image_url must be JPG, PNG or WEBP');
  } else if (form.has('image_url')) form.add('image_url', 'image_url must be a URL');
  return { name, imageUrl };
}

/** Virtual portraits and the listings of both kinds of assets. */
export const assetOperations: Operation[] = [
  {
    methods: ['POST'],
    path: '/v1/portrait/enroll',
    summary: 'Enroll a virtual portrait',
    upstream: 'portrait',
    handle: (call) => enrollPortrait(call),
  },
  {
    methods: ['GET'],
    path: '/v1/wallet/{address}/portraits',
    summary: 'The portraits of a wallet',
    open: true,
    handle: (call) => listing(call, 'portrait', 'portraits'),
  },
  {
    methods: ['GET'],
    path: '/v1/wallet/{address}/realfaces',
    summary: 'The real-person faces of a wallet',
    open: true,
    handle: (call) => listing(call, 'realface', 'realfaces'),
  },
];

function enrollPortrait(call: Call): Promise<Reply> {
  const form = new Form(call.json());
  const { name, imageUrl } = readSubject(form);
  form.done();
  return metered(call, { quote: ENROLL_PRICE, upstream: 'portrait', failure: contentFilter }, ({ outcome }, hold) => {
    const mirrored = outcome !== 'mirror_fail';
    const hosted = mirrored ? storageUrl('portraits', 'png') : imageUrl;
    const asset = addAsset({ kind: 'portrait', name, imageUrl: hosted, txHash: hold.id, owner: call.account });
    return {
      status: 201,
      body: {
        object: 'virtual_portrait',
        asset_id: asset.assetId,
        group_id: `grp_${randomBytes(9).toString('hex')}`,
        name,
        image_url: hosted,
        source_image_url: imageUrl,
        mirrored,
        created_at: asset.createdAt,
        ...enrolled(asset),
      },
    };
  });
}

function contentFilter({ outcome }: Turn): HttpError | undefined {
  return outcome === 'reject'
    ? new HttpError(502, 'The content filter refused the image', { code: 'UPSTREAM_REJECTED' })
    : undefined;
}

function listing(call: Call, kind: Asset['kind'], member: string): Reply {
  const address = call.param('address');
  if (!isWalletAddress(address)) throw new HttpError(400, 'address must be an EVM or a Solana address');
  enforce({ name: `listing ${kind}`, calls: 120, seconds: 3600 }, call.ip);
  const own = [...assets.values()].filter(
    (asset) => asset.kind === kind && asset.owner.address === address.toLowerCase(),
  );
  const list = own.map(({ assetId, name, imageUrl, createdAt, txHash, vendorId }) => ({
    assetId,
    name,
    imageUrl,
    createdAt,
    enrollmentTxHash: txHash,
    ...(kind === 'realface' ? { veroAssetId: vendorId } : {}),
  }));
  const headers = kind === 'realface' ? { 'cache-control': 'public, max-age=30' } : {};
  return { status: 200, body: { wallet: address, [member]: list, count: list.length }, headers };
}
