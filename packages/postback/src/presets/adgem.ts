import type { PartnerPreset } from '../partner-preset.ts'
import { offerLimits, repliesOk } from './starting-values.ts'

export const adgem: PartnerPreset = {
  id: 'adgem',
  label: 'AdGem',
  secretName: 'Postback key',
  coverageNote:
    'The whole URL is signed. It has to be registered with exactly the address this site is reached at.',
  knownAddresses: [],
  urls: [
    {
      purpose: 'Server postback URL (GET; AdGem appends request_id, timestamp and verifier)',
      query:
        'player_id={player_id}&transaction_id={transaction_id}&amount={amount}&payout={payout}&campaign_id={campaign_id}&goal_name={goal_name}',
    },
  ],
  click: {
    param: 'playerid',
    in: 'query',
    url: 'https://api.adgem.com/v1/wall?appid=[app id]&playerid={click}',
  },
  notes: ['The payout counts, not the amount in virtual currency.'],
  scheme: {
    signature: {
      mode: 'full-url-before-param',
      hash: 'sha256',
      keyed: 'hmac',
      encoding: 'hex',
      location: 'query:verifier',
    },
    fields: {
      user: 'player_id',
      transaction: 'transaction_id',
      amountUsd: { param: 'payout', unit: 'dollars' },
      amountPoints: 'amount',
      offerId: 'campaign_id',
      offerName: 'goal_name',
      goal: 'goal_name',
    },
    statuses: [],
    amountSign: 'signed',
    ipAllow: [],
    ...offerLimits,
    replies: repliesOk,
  },
}
