import type { PartnerPreset } from '../partner-preset.ts'
import { offerLimits, repliesOk } from './starting-values.ts'

export const ayetStudios: PartnerPreset = {
  id: 'ayet-studios',
  label: 'ayeT-Studios',
  secretName: 'Publisher API key',
  coverageNote: 'All parameters are signed.',
  knownAddresses: [
    '51.79.101.241',
    '158.69.185.134',
    '158.69.185.154',
    '35.165.166.40',
    '35.166.159.131',
    '52.40.3.140',
  ],
  urls: [
    {
      purpose: 'Conversion callback URL (reversal callbacks enabled)',
      query:
        'transaction_id={transaction_id}&external_identifier={external_identifier}&currency_amount={currency_amount}&payout_usd={payout_usd}&is_chargeback={is_chargeback}&chargeback_reason={chargeback_reason}&offer_id={offer_id}&offer_name={offer_name}&ip={ip}',
    },
  ],
  click: {
    param: 'externalIdentifier',
    in: 'query',
    url: 'https://offerwall.ayet.io/offers?adSlot=[ad slot id]&externalIdentifier={click}',
  },
  notes: [
    'Repeats up to 12 times within an hour until it reads 200.',
    'The static API calls the member uid: change the user field and the macro.',
  ],
  scheme: {
    signature: {
      mode: 'sorted-query',
      hash: 'sha256',
      keyed: 'hmac',
      encoding: 'hex',
      location: 'header:x-ayetstudios-security-hash',
    },
    fields: {
      user: 'external_identifier',
      transaction: 'transaction_id',
      amountUsd: { param: 'payout_usd', unit: 'dollars' },
      amountPoints: 'currency_amount',
      offerId: 'offer_id',
      offerName: 'offer_name',
      reason: 'chargeback_reason',
      ip: 'ip',
    },
    statuses: [{ param: 'is_chargeback', values: { '0': 'credit', '1': 'reverse' }, missing: 'credit' }],
    amountSign: 'signed',
    txPrefixReversal: 'r-',
    ipAllow: [],
    ...offerLimits,
    replies: repliesOk,
  },
}
