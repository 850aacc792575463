import type { PartnerPreset } from '../partner-preset.ts'
import { offerLimits, repliesOneOrZero } from './starting-values.ts'

export const superRewards: PartnerPreset = {
  id: 'superrewards',
  label: 'SuperRewards',
  secretName: 'App secret',
  coverageNote:
    'Everything that counts is signed. No payout is sent: the amount in virtual currency decides, at pointsPerUsd.',
  knownAddresses: [],
  urls: [{ purpose: 'Postback URL (SuperRewards appends its parameters)', query: '' }],
  click: {
    param: 'uid',
    in: 'query',
    url: 'https://wall.superrewards.com/super/offers?h=[app hash]&uid={click}',
  },
  notes: [
    'Set pointsPerUsd to the exchange rate of the currency in your dashboard. The preset expects 100.',
    'The body of the answer has to be 1.',
  ],
  scheme: {
    signature: {
      mode: 'template',
      template: '{id}:{new}:{uid}:{secret}',
      hash: 'md5',
      keyed: 'plain',
      encoding: 'hex',
      location: 'query:sig',
    },
    fields: { user: 'uid', transaction: 'id', amountPoints: 'new', offerId: 'oid' },
    pointsPerUsd: 100,
    statuses: [],
    amountSign: 'signed',
    ipAllow: [],
    ...offerLimits,
    replies: repliesOneOrZero,
  },
}
