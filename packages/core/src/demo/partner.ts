import type { Trx } from '@chuma/db/client'
import { insertPartnerIfMissing } from '@chuma/db/queries/partners/partners'
import { createPartnerKey, sealPartnerSecret } from '../partners/seal-partner.ts'
import type { Secrets } from '../secrets/create-secrets.ts'

const reply = (status: number, body: string) => ({ status, body })

/** Posts JSON signed in `X-Signature`: HMAC-SHA256 of the body, in hex. Pays without a hold, so that the demo shows it. */
const scheme = {
  signature: {
    mode: 'raw-body',
    hash: 'sha256',
    keyed: 'hmac',
    encoding: 'hex',
    location: 'header:x-signature',
  },
  fields: {
    user: 'click_id',
    transaction: 'transaction_id',
    amountUsd: { param: 'amount_usd', unit: 'dollars' },
    reason: 'reason',
  },
  statuses: [
    { param: 'status', values: { completed: 'credit', screened_out: 'screenout', taken_back: 'reverse' } },
  ],
  amountSign: 'absolute',
  ipAllow: [],
  ceilings: { maxUsdCentsPerEvent: 25_00, maxUsdCentsPerMemberDay: 100_00 },
  holdDays: 0,
  replies: {
    ok: reply(200, 'OK'),
    duplicate: reply(200, 'OK'),
    rejected: reply(403, 'REJECTED'),
    retry: reply(500, 'RETRY'),
  },
}

/** Add the partner of the demo's external surveys, with the secret for its signatures. Returns its id. */
export function insertDemoPartner(trx: Trx, secrets: Secrets): Promise<string> {
  const key = createPartnerKey(secrets)
  return insertPartnerIfMissing(trx, {
    name: 'Demo Research',
    preset: 'signed-link',
    ...key,
    secret: sealPartnerSecret(secrets, key.partnerId, 'demo'),
    scheme,
    isActive: true,
  })
}
