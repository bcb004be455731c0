import { randomBytes } from 'node:crypto';
import { Fields, invalidField } from './check.ts';
import { iso, nowMs } from './clock.ts';
import { on } from './faults.ts';
import { free, paid } from './flow.ts';
import { HttpError, type Req } from './http.ts';
import { imageUrlProblem } from './image-url.ts';
import type { Receipt } from './ledger.ts';
import { limits } from './limits.ts';
import { price, usd } from './money.ts';
import { profile, storage } from './profile.ts';
import type { Route } from './router.ts';
import { state } from './state.ts';
import { upstreamError } from './upstream.ts';
import { assetModels } from './video-models.ts';

/** An enrolled character asset. */
export interface Asset {
  assetId: string;
  wallet: string;
  name: string;
  imageUrl: string;
  createdAt: string;
  txHash: string | null;
}

/** A virtual portrait. */
export type Portrait = Asset;

/** A real-person face asset. */
export interface Realface extends Asset {
  vendorId: string;
}

/** A group of the identity check. */
export interface Group {
  id: string;
  name: string;
  active: boolean;
  assets: number;
  linkEndsMs: number;
  /** Only a bent gateway keeps the wallet that enrolled first. */
  wallet?: string;
}

/** The price of an enrollment, fee included. */
export const ENROLL_PRICE = usd('0.011');

/** The checked `name` and `image_url` of an enrollment. */
export function checkAsset(fields: Fields): { name: string; imageUrl: string } {
  const name = fields.needText('name', { min: 1, max: 64 });
  const imageUrl = fields.needText('image_url');
  const reason = imageUrl === '' ? undefined : imageUrlProblem(imageUrl, true);
  if (reason) fields.fail('image_url', reason);
  if (imageUrl === '' && fields.problems.length === 0) fields.fail('image_url', 'must be a public https URL');
  return { name, imageUrl };
}

/** A new opaque asset id. */
export function assetId(): string {
  return `ta_${randomBytes(14).toString('base64url')}`;
}

/** How an asset is used. */
export function usage(): Record<string, unknown> {
  return { compatible_models: assetModels(), how_to_use: 'Pass asset_id as real_face_asset_id of a video generation.' };
}

/** The settlement of an enrollment; without a receipt the service has borne the cost. */
export function settlement(receipt: Receipt | undefined): Record<string, unknown> {
  return { success: receipt !== undefined, tx_hash: receipt?.hash ?? null, network: profile.network };
}

/** The wallet in a listing path; 400 when it is no address. */
export function walletOf(req: Req): string {
  const address = req.params.address ?? '';
  if (!/^0x[0-9a-fA-F]{40}$/.test(address) && !/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)) {
    throw invalidField('address', 'must be an EVM or Solana address');
  }
  return address;
}

/** One asset as the listings show it. */
export function listed(asset: Asset): Record<string, unknown> {
  const { assetId: id, name, imageUrl, createdAt, txHash } = asset;
  return { assetId: id, name, imageUrl, createdAt, enrollmentTxHash: txHash };
}

/** Whether an asset belongs to a wallet. */
export function ownedBy(wallet: string): (asset: Asset) => boolean {
  return (asset) => asset.wallet === (on('portraits-address-case') ? wallet : wallet.toLowerCase());
}

/** Virtual portraits. Enrollment is offered on Base only. */
export const enrollPortrait: Route = paid<{ name: string; imageUrl: string }>({
  path: '/api/v1/portrait/enroll',
  summary: 'Enroll a virtual portrait',
  price: { mode: 'fixed', amount: ENROLL_PRICE },
  fixed: { amount: ENROLL_PRICE },
  absorbs: true,
  handles: ['mirror_fail'],
  failures: { reject: () => upstreamError('The content filter refused the image. Nothing was charged.') },
  check: (req) => {
    const fields = Fields.of(req);
    const asset = checkAsset(fields);
    fields.done();
    return asset;
  },
  run: ({ name, imageUrl }, call) => {
    const mirrored = call.turn.outcome !== 'mirror_fail';
    const id = assetId();
    const createdAt = iso(nowMs());
    const url = mirrored || on('portrait-mirror-url') ? `${storage}/portraits/${id}.png` : imageUrl;
    return {
      status: 201,
      body: (receipt) => {
        state.portraits.push({
          assetId: id,
          wallet: call.payer,
          name,
          imageUrl: url,
          createdAt,
          txHash: receipt?.hash ?? null,
        });
        return {
          object: 'virtual_portrait',
          asset_id: id,
          group_id: `vg_${randomBytes(9).toString('base64url')}`,
          name,
          image_url: url,
          source_image_url: imageUrl,
          mirrored,
          created_at: createdAt,
          usage: usage(),
          price: price(ENROLL_PRICE),
          settlement: settlement(receipt),
        };
      },
    };
  },
});

/** The portraits of a wallet. */
export const listPortraits: Route = free({
  path: '/api/v1/wallet/{address}/portraits',
  summary: 'Portraits of a wallet',
  limit: limits.faceRead,
  run: (req) => {
    const wallet = walletOf(req);
    const portraits = state.portraits.filter(ownedBy(wallet)).map(listed);
    return { status: 200, body: { wallet, portraits, count: portraits.length } };
  },
});

/** The 404 for a group handle that was not issued, whatever its form. */
export function unknownGroup(): HttpError {
  return new HttpError(404, { error: 'Unknown group' });
}
