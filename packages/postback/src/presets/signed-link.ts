import type { PartnerPreset } from '../partner-preset.ts'
import { offerLimits, repliesOk } from './starting-values.ts'

/** For a partner without a signature scheme, who can adopt ours. */
export const signedLink: PartnerPreset = {
  id: 'signed-link',
  label: 'Other partner: HMAC-SHA256 over the body',
  secretName: 'A secret you choose and share',
  coverageNote: 'Everything is signed.',
  knownAddresses: [],
  urls: [
    {
      purpose:
        'POST a JSON object {click_id, transaction_id, amount_usd, status: approved|pending|rejected}; header X-Signature: hex HMAC-SHA256 of the body',
      query: '',
    },
  ],
  click: { param: 'click_id', in: 'query', url: '[offer URL]?click_id={click}' },
  notes: ['A repeat of the same transaction_id and status counts once.'],
  scheme: {
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
      offerId: 'offer_id',
      offerName: 'offer_name',
      reason: 'reason',
      testFlag: 'test',
    },
    statuses: [{ param: 'status', values: { approved: 'credit', pending: 'pending', rejected: 'reverse' } }],
    amountSign: 'absolute',
    ipAllow: [],
    ...offerLimits,
    replies: repliesOk,
  },
}
