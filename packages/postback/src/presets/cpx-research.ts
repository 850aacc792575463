import type { PartnerPreset } from '../partner-preset.ts'
import { repliesOk, surveyLimits } from './starting-values.ts'

export const cpxResearch: PartnerPreset = {
  id: 'cpx-research',
  label: 'CPX Research',
  secretName: 'App Secure Hash',
  coverageNote: 'Only the transaction id is signed: member, amount and status are not.',
  knownAddresses: ['188.40.3.73', '157.90.97.92', '2a01:4f8:d0a:30ff::2'],
  urls: [
    {
      purpose: 'Postback URL. The same for screen-out, bonus and event-cancelled URL',
      query:
        'status={status}&trans_id={trans_id}&user_id={user_id}&amount_local={amount_local}&amount_usd={amount_usd}&offer_id={offer_ID}&type={type}&ip_click={ip_click}&secure_hash={secure_hash}',
    },
  ],
  click: {
    param: 'ext_user_id',
    in: 'query',
    url: 'https://offers.cpx-research.com/index.php?app_id=[app id]&ext_user_id={click}',
  },
  notes: [
    'A wall URL signed with secure_hash = md5(ext_user_id-App Secure Hash) keeps members from opening it for others.',
  ],
  scheme: {
    signature: {
      mode: 'template',
      template: '{trans_id}-{secret}',
      hash: 'md5',
      keyed: 'plain',
      encoding: 'hex',
      location: 'query:secure_hash',
    },
    fields: {
      user: 'user_id',
      transaction: 'trans_id',
      amountUsd: { param: 'amount_usd', unit: 'dollars' },
      amountPoints: 'amount_local',
      offerId: 'offer_id',
      type: 'type',
      ip: 'ip_click',
    },
    statuses: [
      // -2 is a reversal for fraud.
      { param: 'status', values: { '1': 'credit', '2': 'reverse', '-2': 'reverse' } },
      { param: 'type', values: { complete: 'credit', out: 'screenout', bonus: 'credit' }, missing: 'credit' },
    ],
    amountSign: 'absolute',
    ipAllow: [],
    ...surveyLimits,
    replies: repliesOk,
  },
}
