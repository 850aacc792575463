import type { PartnerPreset } from '../partner-preset.ts'
import { offerLimits, repliesOk } from './starting-values.ts'

export const adscendMedia: PartnerPreset = {
  id: 'adscend-media',
  label: 'AdscendMedia',
  secretName: 'Postback secret key',
  coverageNote: 'All parameters are signed.',
  knownAddresses: ['54.204.57.82', '52.117.122.183', '52.117.127.192', '52.117.121.196'],
  urls: [
    {
      purpose: 'Postback URL',
      query:
        'rate=[PAY]&currency=[CUR]&sub1=[SB1]&transaction_id=[TID]&offer_id=[OID]&status=[STS]&ip=[IP]&hash=[HSH]',
    },
  ],
  click: {
    param: 'subid1',
    in: 'query',
    url: 'https://asmwall.com/adwall/publisher/[publisher id]/profile/[wall id]?subid1={click}',
  },
  notes: ['Check the names of the macros in your dashboard: only their meaning is known.'],
  scheme: {
    signature: {
      mode: 'query-minus-param',
      hash: 'md5',
      keyed: 'hmac',
      encoding: 'hex',
      location: 'query:hash',
    },
    fields: {
      user: 'sub1',
      transaction: 'transaction_id',
      amountUsd: { param: 'rate', unit: 'dollars' },
      amountPoints: 'currency',
      offerId: 'offer_id',
      ip: 'ip',
    },
    statuses: [{ param: 'status', values: { '1': 'credit', '2': 'reverse' } }],
    amountSign: 'absolute',
    ipAllow: [],
    ...offerLimits,
    replies: repliesOk,
  },
}
