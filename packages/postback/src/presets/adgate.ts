import type { PartnerPreset } from '../partner-preset.ts'
import { offerLimits, repliesOk } from './starting-values.ts'

const addresses = ['52.42.57.125']

export const adgate: PartnerPreset = {
  id: 'adgate',
  label: 'AdGate Media (Prodege Ads)',
  secretName: 'none',
  coverageNote:
    'Nothing is signed: the secrecy of the URL and the list of addresses are all there is. The list is on; compare it with your dashboard.',
  knownAddresses: addresses,
  urls: [
    {
      purpose: 'Postback URL',
      query:
        'conversion_id={conversion_id}&s1={s1}&points={points}&payout={payout}&offer_id={offer_id}&vc_title={vc_title}&event_id={event_id}&state={state}&ip={session_ip}',
    },
  ],
  click: { param: 's1', in: 'path', url: 'https://wall.adgaterewards.com/[wall code]/{click}' },
  notes: [
    'Without {state} no reversals are sent.',
    'Steps that pay nothing are recorded as information.',
    'Repeats up to 5 times, 5 minutes apart, until it reads 200.',
  ],
  scheme: {
    signature: { mode: 'none' },
    fields: {
      user: 's1',
      transaction: 'conversion_id',
      amountUsd: { param: 'payout', unit: 'dollars' },
      amountPoints: 'points',
      offerId: 'offer_id',
      offerName: 'vc_title',
      goal: 'event_id',
      type: 'event_id',
      ip: 'ip',
    },
    statuses: [{ param: 'state', values: { approved: 'credit', rejected: 'reverse', pending: 'pending' } }],
    amountSign: 'absolute',
    ipAllow: addresses,
    ...offerLimits,
    replies: repliesOk,
  },
}
