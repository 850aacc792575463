import type { PartnerPreset } from './partner-preset.ts'

/** The URLs for the partner's dashboard, with the partner's macros left unchanged. */
export function postbackUrls(
  preset: PartnerPreset,
  publicBaseUrl: string,
  publicKey: string,
): { purpose: string; url: string }[] {
  const base = `${publicBaseUrl.replace(/\/+$/, '')}/postback/${publicKey}`
  return preset.urls.map(({ purpose, query }) => ({ purpose, url: query === '' ? base : `${base}?${query}` }))
}
