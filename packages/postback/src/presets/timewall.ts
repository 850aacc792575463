import type { PartnerPreset } from '../partner-preset.ts'
import { offerLimits, repliesOkOrDup } from './starting-values.ts'

export const timewall: PartnerPreset = {
  id: 'timewall',
  label: 'TimeWall',
  secretName: 'Secret key',
  coverageNote:
    'Transaction id and type are not signed, and the signed values are joined without a separator.',
  knownAddresses: ['173.44.49.203'],
  urls: [
    {
      purpose: 'Postback URL',
      query:
        'userID={userID}&transactionID={transactionID}&revenue={revenue}&currencyAmount={currencyAmount}&type={type}&original_txid={original_txid}&reason={reason}&offer_name={offername}&ip={ip}&hash={hash}',
    },
  ],
  click: { param: 'uid', in: 'query', url: 'https://timewall.io/users/login?oid=[site id]&uid={click}' },
  notes: ['A reversal has an amount below zero.', 'DUP as an answer ends the repeats.'],
  scheme: {
    signature: {
      mode: 'template',
      template: '{userID}{revenue}{secret}',
      hash: 'sha256',
      keyed: 'plain',
      encoding: 'hex',
      location: 'query:hash',
    },
    fields: {
      user: 'userID',
      transaction: 'transactionID',
      reference: 'original_txid',
      amountUsd: { param: 'revenue', unit: 'dollars' },
      amountPoints: 'currencyAmount',
      offerName: 'offer_name',
      type: 'type',
      reason: 'reason',
      ip: 'ip',
    },
    statuses: [
      {
        param: 'type',
        values: { credit: 'credit', hold: 'pending', chargeback: 'reverse' },
        missing: 'credit',
      },
    ],
    amountSign: 'signed',
    ipAllow: [],
    ...offerLimits,
    replies: repliesOkOrDup,
  },
}
