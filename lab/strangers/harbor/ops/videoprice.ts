/** What a second of video costs, by model and resolution. */
import type { Gateway } from '../gateway.ts';

export function durationsOf(gateway: Gateway, label: string): { usual: number; most: number } {
  const { durations, rDurations } = gateway.rules.video;
  if (label === 'VID-R') return { usual: rDurations[0] ?? 4, most: rDurations.at(-1) ?? 12 };
  const [, most = 15, usual = 8] = durations[label] ?? [];
  return { usual, most };
}

export function resolutionsOf(gateway: Gateway, label: string): string[] {
  return gateway.rules.video.resolutions[label] ?? [];
}

/** Billing tiers of family G in percent of its first rate. */
const TIERS: Record<string, number> = { '480p': 100, '720p': 140, '1080p': 250 };

/** Billionths of a dollar for a second. */
export function perSecondNano(gateway: Gateway, label: string, resolution: string): number {
  const rule = gateway.rules.video;
  if (label === 'VID-R') return rule.rMicroPerSecond * 1000;
  if (label.startsWith('VID-G')) return rule.gMicroPerSecond * 10 * (TIERS[resolution] ?? 100);
  const rate = rule.rates[label] ?? 0;
  const factor = rule.factors4[resolution] ?? 4;
  return (rule.tokensPerSecond * rate * factor * 105) / 4000;
}

/** The whole price of a clip: seconds, rounded once to the nearest micro-dollar, and the fee. */
export function clipMicro(gateway: Gateway, label: string, resolution: string, seconds: number): number {
  const { video, payment } = gateway.rules;
  const micro = Math.round((perSecondNano(gateway, label, resolution) * seconds) / 1000);
  return Math.max(3000, micro + (video.fee ? payment.feeMicro : 0));
}
