import type { PartnerPreset } from '../partner-preset.ts'
import { offerLimits, repliesOneOrZero } from './starting-values.ts'

export const kiwiWall: PartnerPreset = {
  id: 'kiwiwall',
  label: 'KiwiWall',
  secretName: 'Secret key',
  coverageNote:
    'Transaction id, payout and status are not signed; member and amount are. With pointsPerUsd set to the rate of your wall the amount decides.',
  knownAddresses: ['34.193.235.172'],
  urls: [{ purpose: 'Postback URL (KiwiWall appends its parameters)', query: '' }],
  click: { param: 'sub_id', in: 'path', url: 'https://www.kiwiwall.com/wall/[wall id]/{click}' },
  notes: ['The body of the answer has to be 1.'],
  scheme: {
    signature: {
      mode: 'template',
      template: '{sub_id}:{amount}:{secret}',
      hash: 'md5',
      keyed: 'plain',
      encoding: 'hex',
      location: 'query:signature',
    },
    fields: {
      user: 'sub_id',
      transaction: 'trans_id',
      amountUsd: { param: 'gross', unit: 'dollars' },
      amountPoints: 'amount',
      offerId: 'offer_id',
      offerName: 'offer_name',
      ip: 'ip_address',
    },
    statuses: [{ param: 'status', values: { '1': 'credit', '2': 'reverse' } }],
    amountSign: 'signed',
    ipAllow: [],
    ...offerLimits,
    replies: repliesOneOrZero,
  },
}
