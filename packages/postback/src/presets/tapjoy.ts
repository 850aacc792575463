import type { PartnerPreset } from '../partner-preset.ts'
import { offerLimits, repliesOk } from './starting-values.ts'

export const tapjoy: PartnerPreset = {
  id: 'tapjoy',
  label: 'Tapjoy (Unity Offerwall)',
  secretName: 'Virtual currency secret key',
  coverageNote:
    'Everything that counts is signed. No payout is sent: the amount in virtual currency decides, at pointsPerUsd.',
  knownAddresses: [],
  urls: [{ purpose: 'Callback URL of the self-managed currency (Tapjoy appends its parameters)', query: '' }],
  click: { param: 'snuid', in: 'app', url: 'Tapjoy.setUserID({click})' },
  notes: [
    'Set pointsPerUsd to the exchange rate of the currency in your dashboard. The preset expects 100.',
    '200 and 403 end the repeats; everything else, and an answer after 5 seconds, is repeated for 4 days.',
    'Sends no reversals.',
  ],
  scheme: {
    signature: {
      mode: 'template',
      template: '{id}:{snuid}:{currency}:{secret}',
      hash: 'md5',
      keyed: 'plain',
      encoding: 'hex',
      location: 'query:verifier',
    },
    fields: { user: 'snuid', transaction: 'id', amountPoints: 'currency' },
    pointsPerUsd: 100,
    statuses: [],
    amountSign: 'absolute',
    ipAllow: [],
    ...offerLimits,
    replies: repliesOk,
  },
}
