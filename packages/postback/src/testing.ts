import { createHash, createHmac } from 'node:crypto'
import type { PostbackRequest } from './request.ts'
import type { PartnerScheme, SignatureScheme } from './settings.ts'
import { verifyPostback } from './verdict.ts'

export const BASE = 'https://earn.example'
export const PATH = '/postback/k3y'

export const SECRET = 's3cret'
export const md5 = (text: string | Buffer) => createHash('md5').update(text).digest('hex')
export const hmacSha1 = (text: string | Buffer) => createHmac('sha1', SECRET).update(text).digest('hex')

/** A GET with this query, as raw as it is written here. */
export function aGet(query: string, overrides: Partial<PostbackRequest> = {}): PostbackRequest {
  return {
    method: 'GET',
    rawTarget: `${PATH}?${query}`,
    publicBaseUrl: BASE,
    headers: {},
    rawBody: Buffer.alloc(0),
    address: '192.0.2.7',
    ...overrides,
  }
}

/** A POST with this body; the query stays empty unless it is given. */
export function aPost(body: string | Buffer, overrides: Partial<PostbackRequest> = {}): PostbackRequest {
  return aGet('', {
    method: 'POST',
    rawTarget: PATH,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    rawBody: Buffer.from(body),
    ...overrides,
  })
}

/** A partner who signs everything that counts: md5 over user, tx, usd, status and the secret. */
export function aScheme(overrides: Partial<PartnerScheme> = {}): PartnerScheme {
  return {
    signature: {
      mode: 'template',
      template: '{user}|{tx}|{usd}|{status}|{secret}',
      hash: 'md5',
      keyed: 'plain',
      encoding: 'hex',
      location: 'query:sig',
    },
    fields: { user: 'user', transaction: 'tx', amountUsd: { param: 'usd', unit: 'dollars' } },
    statuses: [{ param: 'status', values: { paid: 'credit', back: 'reverse' } }],
    amountSign: 'signed',
    ipAllow: [],
    ceilings: {},
    holdDays: 0,
    replies: {
      ok: { status: 200, body: 'OK' },
      duplicate: { status: 200, body: 'DUP' },
      rejected: { status: 403, body: 'NO' },
      retry: { status: 500, body: 'LATER' },
    },
    ...overrides,
  }
}

export const withSignature = (signature: SignatureScheme) => aScheme({ signature })
export const aTemplate = () => aScheme().signature as Extract<SignatureScheme, { mode: 'template' }>

export function reasonOf(request: PostbackRequest, scheme: PartnerScheme = aScheme()) {
  const verdict = verifyPostback(scheme, [SECRET], request)
  return verdict.ok ? 'accepted' : verdict.reason
}
