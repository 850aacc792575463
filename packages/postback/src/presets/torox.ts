import type { PartnerPreset } from '../partner-preset.ts'
import { offerLimits, repliesOneOrZero } from './starting-values.ts'

export const torox: PartnerPreset = {
  id: 'torox',
  label: 'Torox (OfferToro)',
  secretName: 'App secret key',
  coverageNote:
    'Only offer and member are signed: the transaction id and the amount are not. Switch the address on once you have compared it.',
  knownAddresses: ['54.175.173.245'],
  urls: [{ purpose: 'Postback URL (Torox appends its parameters)', query: '' }],
  click: { param: 'user_id', in: 'path', url: 'https://torox.io/ifr/show/[publisher id]/{click}/[app id]' },
  notes: ['A reversal is the same id with an amount below zero.', 'The body of the answer has to be 1.'],
  scheme: {
    signature: {
      mode: 'template',
      template: '{oid}-{user_id}-{secret}',
      hash: 'md5',
      keyed: 'plain',
      encoding: 'hex',
      location: 'query:sig',
    },
    fields: {
      user: 'user_id',
      transaction: 'id',
      amountUsd: { param: 'payout', unit: 'dollars' },
      amountPoints: 'amount',
      offerId: 'oid',
      offerName: 'o_name',
      ip: 'ip_address',
    },
    statuses: [],
    amountSign: 'signed',
    ipAllow: [],
    ...offerLimits,
    replies: repliesOneOrZero,
  },
}
