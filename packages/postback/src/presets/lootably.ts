import type { PartnerPreset } from '../partner-preset.ts'
import { offerLimits, repliesOneOrZero } from './starting-values.ts'

export const lootably: PartnerPreset = {
  id: 'lootably',
  label: 'Lootably',
  secretName: 'Postback secret of the placement',
  coverageNote:
    'Transaction id and status are not signed, and the signed values are joined without a separator. Switch the addresses on once you have compared them.',
  knownAddresses: [
    '138.68.246.92',
    '138.68.251.146',
    '165.227.8.189',
    '45.55.107.76',
    '167.172.8.139',
    '161.35.240.12',
    '159.89.240.20',
    '159.203.52.153',
    '146.190.195.167',
    '138.197.59.120',
  ],
  urls: [
    {
      purpose: 'Postback URL',
      query:
        'userID={userID}&transactionID={transactionID}&ip={ip}&revenue={revenue}&currencyReward={currencyReward}&offerID={offerID}&offerName={offerName}&status={status}&hash={hash}',
    },
  ],
  click: {
    param: 'sid',
    in: 'query',
    url: 'https://wall.lootably.com/?placementID=[placement id]&sid={click}',
  },
  notes: ['The body of the answer has to be 1.'],
  scheme: {
    signature: {
      mode: 'template',
      template: '{userID}{ip}{revenue}{currencyReward}{secret}',
      hash: 'sha256',
      keyed: 'plain',
      encoding: 'hex',
      location: 'query:hash',
    },
    fields: {
      user: 'userID',
      transaction: 'transactionID',
      amountUsd: { param: 'revenue', unit: 'dollars' },
      amountPoints: 'currencyReward',
      offerId: 'offerID',
      offerName: 'offerName',
      ip: 'ip',
    },
    statuses: [{ param: 'status', values: { '1': 'credit', '0': 'reverse' } }],
    amountSign: 'signed',
    ipAllow: [],
    ...offerLimits,
    replies: repliesOneOrZero,
  },
}
