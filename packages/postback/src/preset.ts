import type { PartnerScheme } from './settings.ts'

/** The initial settings when staff add a partner. Everything in `scheme` can be edited. */
export type PartnerPreset = {
  id: string
  label: string
  scheme: PartnerScheme
  /** What the partner's dashboard calls the secret. */
  secretName: string
  /** What the signature does not cover, in a sentence for staff. */
  coverageNote: string
  /** Addresses seen in practice, not guaranteed by the partner. Active only if `scheme.ipAllow` lists them. */
  knownAddresses: readonly string[]
  /** The query of each callback URL for the partner's dashboard by its purpose, with the partner's macros. */
  urls: Readonly<Record<string, string>>
  /** The partner's wall or offer URL: `{click}` becomes our click id, staff fill in `[…]`. */
  click: { param: string; in: 'query' | 'path' | 'app'; url: string }
  notes: readonly string[]
}

type Optional = 'ipAllow' | 'statuses' | 'replies'
type Row = Omit<PartnerPreset, 'scheme' | 'knownAddresses'> &
  Partial<Pick<PartnerPreset, 'knownAddresses'>> &
  Omit<PartnerScheme, Optional | 'ceilings' | 'holdDays'> &
  Partial<Pick<PartnerScheme, Optional>>
type Limits = Pick<PartnerScheme, 'ceilings' | 'holdDays'>

const OK: PartnerScheme['replies'] = {
  ok: { status: 200, body: 'OK' },
  duplicate: { status: 200, body: 'OK' },
  rejected: { status: 403, body: 'REJECTED' },
  retry: { status: 500, body: 'RETRY' },
}
/** For partners that stop repeating after a "duplicate" answer. */
export const OK_OR_DUP = { ...OK, duplicate: { status: 200, body: 'DUP' } }
/** For partners that read only the body of an answer. */
export const ONE_OR_ZERO: PartnerScheme['replies'] = {
  ok: { status: 200, body: '1' },
  duplicate: { status: 200, body: '1' },
  rejected: { status: 403, body: '0' },
  retry: { status: 500, body: '0' },
}

export const survey = (row: Row) =>
  toPreset(row, { ceilings: { maxUsdCentsPerEvent: 25_00, maxUsdCentsPerMemberDay: 100_00 }, holdDays: 1 })
export const offer = (row: Row) =>
  toPreset(row, { ceilings: { maxUsdCentsPerEvent: 200_00, maxUsdCentsPerMemberDay: 400_00 }, holdDays: 7 })

function toPreset(row: Row, limits: Limits): PartnerPreset {
  const { id, label, secretName, coverageNote, knownAddresses = [], urls, click, notes, ...scheme } = row
  return {
    ...{ id, label, secretName, coverageNote, knownAddresses, urls, click, notes },
    scheme: { ipAllow: [], statuses: [], replies: OK, ...limits, ...scheme },
  }
}

/** A hash over a template with the secret in it. */
export const hashed = (hash: 'md5' | 'sha256', template: string, location: string) =>
  ({ mode: 'template', template, hash, keyed: 'plain', encoding: 'hex', location }) as const
type Encoding = 'hex' | 'base64' | 'base64url'
export const hmac = (hash: 'md5' | 'sha1' | 'sha256', encoding: Encoding = 'hex') =>
  ({ hash, keyed: 'hmac', encoding }) as const

export const WHOLE_URL =
  'The whole URL is signed. It has to be registered with exactly the address this site is reached at.'

/** The URLs for the partner's dashboard, with the partner's macros left unchanged. */
export function postbackUrls({ urls }: PartnerPreset, publicBaseUrl: string, publicKey: string) {
  const base = `${publicBaseUrl.replace(/\/+$/, '')}/postback/${publicKey}`
  return Object.entries(urls).map(([purpose, query]) => ({
    purpose,
    url: query === '' ? base : `${base}?${query}`,
  }))
}
