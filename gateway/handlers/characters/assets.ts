import { formatUsd } from '@tollwright/runtime/money/usd';
import type { Call } from '@tollwright/runtime/operation/handler';
import type { Payment, SettledPayment } from '@tollwright/runtime/operation/payment';
import type { StoredRecord } from '@tollwright/runtime/store/records';
import { createId } from '@tollwright/runtime/system/random';
import type { FailureKind } from '@tollwright/runtime/upstream/failure';
import { isRefusal } from '@tollwright/runtime/x402/refusal';
import { z } from 'zod';
import { videoModelsEntries } from '#generated/catalogs/video-models.ts';
import type { EnrollRequest } from '../../upstream/character-port.ts';
import { mirror, urlOf } from '../jobs/mirror.ts';
import { callUpstream, upstreamContextOf } from '../shared/call-upstream.ts';
import { type HandlerContext, orderOf } from '../shared/context.ts';
import { join } from './group.ts';

const assetData = z.object({
  kind: z.enum(['portrait', 'face']),
  name: z.string(),
  imageUrl: z.string(),
  sourceImageUrl: z.string(),
  mirrored: z.boolean(),
  /** The provider's own id. */
  providerId: z.string(),
  /** Milliseconds since 1970. */
  createdAt: z.number(),
});

/** A character asset. */
interface Asset extends z.infer<typeof assetData> {
  readonly id: string;
  /** Transaction that paid for it; absent where the service bears the cost. */
  readonly txHash?: string;
}

type Kind = Asset['kind'];

const recordKinds: Readonly<Record<Kind, string>> = { portrait: 'portrait-asset', face: 'face-asset' };

/** Field of a video request that takes an asset. */
const field = 'real_face_asset_id';

/** Video models that take assets. */
const compatibleModels = videoModelsEntries.flatMap(({ id, seeds }) =>
  seeds.some((seed) => seed === field) ? [id] : [],
);

/** Assets of a wallet or account, oldest first. */
export async function assetsOf({ services }: HandlerContext, kind: Kind, owner: string): Promise<readonly Asset[]> {
  return (await services.store.records.list(recordKinds[kind], owner)).map(toAsset);
}

/** An asset and the settlement of its payment; `settled` is absent where the service bears the cost. */
interface Enrollment {
  readonly asset: Asset;
  readonly settled?: SettledPayment;
}

/**
 * Enrolls an image as an asset of the payer, then settles.
 *
 * An enrolled asset stays enrolled: where its settlement fails, the service bears the cost.
 */
export async function enroll(
  context: HandlerContext,
  call: Call,
  request: EnrollRequest,
  instead: Readonly<Partial<Record<FailureKind, string>>> = {},
): Promise<Enrollment> {
  const { owner, claim } = orderOf(call);
  const { services } = context;
  const known = (await services.store.records.ofClaim(claim)).find(({ kind }) => kind === recordKinds[request.kind]);
  const asset = known ? toAsset(known) : await create(context, call, request, { owner, claim }, instead);
  try {
    return { asset, settled: await services.payments.settle(claim, call) };
  } catch (error) {
    if (!isRefusal(error, 'settlement-failed')) throw error;
    services.log.warn({ asset: asset.id }, 'an enrollment did not settle');
    for (const { claim: _, ...unpaid } of await services.store.records.ofClaim(claim)) {
      await services.store.records.put(unpaid);
    }
    return { asset };
  }
}

async function create(
  context: HandlerContext,
  call: Call,
  request: EnrollRequest,
  { owner, claim }: { readonly owner: string; readonly claim: string },
  instead: Readonly<Partial<Record<FailureKind, string>>>,
): Promise<Asset> {
  const { services, upstream } = context;
  const character = await callUpstream(
    () => upstream.enrollCharacter(request, upstreamContextOf(call, context)),
    instead,
  );
  const [image] = await mirror(context, [character.image]);
  const asset: Asset = {
    id: createId(services.random, 'ta'),
    kind: request.kind,
    name: request.name,
    // A path on this service: the `Host` of one call must not be shown to others.
    imageUrl: image?.location ?? request.imageUrl,
    sourceImageUrl: request.imageUrl,
    mirrored: image?.backedUp ?? false,
    providerId: character.id,
    createdAt: services.clock.now(),
  };
  const { id, ...data } = asset;
  await services.store.records.insert({ kind: recordKinds[asset.kind], id, owner, data, claim });
  if (asset.kind === 'face') await join(services, request.group, id, claim);
  return asset;
}

/** Responds with an asset and the outcome of its payment; `own` are the fields that only its kind has. */
export function enrolledReply<Own extends object>(call: Call, { asset, settled }: Enrollment, own: Own) {
  const body = {
    ...own,
    asset_id: asset.id,
    name: asset.name,
    image_url: imageUrlOf(asset, call.baseUrl),
    created_at: new Date(asset.createdAt).toISOString(),
    usage: {
      compatible_models: compatibleModels,
      how_to_use: `Send "${field}": "${asset.id}" when you generate a video with one of these models.`,
    },
    price: { amount: formatUsd(call.quote?.amount ?? 0n), currency: 'USD' },
  };
  return { status: 200, body, ...(settled ? { receipt: settled } : { charge: 'free' as const }) };
}

/** The outcome of the payment of an asset. */
export function settlementOf({ network }: Payment, { settled }: Enrollment) {
  return { success: settled !== undefined, tx_hash: settled?.txHash ?? null, network: settled?.network || network };
}

/** The URL of an image for a caller that reaches the service at `baseUrl`. */
function imageUrlOf({ imageUrl, mirrored }: Asset, baseUrl: string): string {
  return urlOf({ location: imageUrl, backedUp: mirrored && imageUrl.startsWith('/') }, baseUrl);
}

/** An asset as listings show it to a caller that reaches the service at `baseUrl`. */
export function listed(asset: Asset, baseUrl: string) {
  const { id, name, createdAt, txHash } = asset;
  return {
    assetId: id,
    name,
    imageUrl: imageUrlOf(asset, baseUrl),
    createdAt: new Date(createdAt).toISOString(),
    enrollmentTxHash: txHash ?? null,
  };
}

function toAsset({ id, data, txHash }: StoredRecord): Asset {
  return { id, ...assetData.parse(data), ...(txHash !== undefined && { txHash }) };
}
