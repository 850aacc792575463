import type { PartnerPreset } from './partner-preset.ts'

/** The URLs an operator copies into the partner's dashboard. The macros stay as the partner writes them. */
export function postbackUrls(
  preset: PartnerPreset,
  publicBaseUrl: string,
  publicKey: string,
): { purpose: string; url: string }[] {
  const base = `${publicBaseUrl.replace(/\/+$/, '')}/postback/${publicKey}`
  return preset.urls.map(({ purpose, query }) => ({ purpose, url: query === '' ? base : `${base}?${query}` }))
}
