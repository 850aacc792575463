import type { PartnerPreset } from '../partner-preset.ts'
import { offerLimits, repliesOk } from './starting-values.ts'

const macros = 'user_id={user_id}&value={value}&token={token}&signature={signature}&offer_name={offer_name}'

export const pubscale: PartnerPreset = {
  id: 'pubscale',
  label: 'PubScale',
  secretName: 'Secret key',
  coverageNote:
    'Member, token and the whole points of the value are signed; decimals of the value are not, nor is event, which tells a reversal from a completion.',
  knownAddresses: [],
  urls: [
    { purpose: 'Server-to-server callback', query: macros },
    { purpose: 'Chargeback callback', query: `event=chargeback&${macros}` },
  ],
  click: {
    param: 'subId',
    in: 'query',
    url: 'https://sdk.pubscale.com/wall/v1/?appId=[app id]&subId={click}',
  },
  notes: ['Set pointsPerUsd to the exchange rate of the currency in your dashboard. The preset expects 100.'],
  scheme: {
    signature: {
      mode: 'template',
      template: '{secret}.{user_id}.{value:int}.{token}',
      hash: 'md5',
      keyed: 'plain',
      encoding: 'hex',
      location: 'query:signature',
    },
    fields: { user: 'user_id', transaction: 'token', amountPoints: 'value', offerName: 'offer_name' },
    pointsPerUsd: 100,
    statuses: [{ param: 'event', values: { chargeback: 'reverse' }, missing: 'credit' }],
    amountSign: 'absolute',
    ipAllow: [],
    ...offerLimits,
    replies: repliesOk,
  },
}
