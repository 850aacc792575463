const reply = (status: number) => ({ status, body: 'OK' })
/** How a partner without a preset signs, in the real verifier's format. */
export const signedLink = {
  signature: {
    mode: 'raw-body',
    hash: 'sha256',
    keyed: 'hmac',
    encoding: 'hex',
    location: 'header:x-signature',
  },
  fields: { user: 'click', transaction: 'id', amountUsd: { param: 'usd', unit: 'dollars' } },
  statuses: [],
  amountSign: 'absolute',
  ipAllow: [],
  ceilings: { maxUsdCentsPerEvent: 100 },
  holdDays: 1,
  replies: { ok: reply(200), duplicate: reply(200), rejected: reply(403), retry: reply(500) },
}
