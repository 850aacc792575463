import type { PartnerPreset } from '../partner-preset.ts'
import { offerLimits, repliesOk } from './starting-values.ts'

export const cpaLead: PartnerPreset = {
  id: 'cpalead',
  label: 'CPAlead',
  secretName: 'Postback password',
  coverageNote:
    'Nothing is signed: the password travels with every call and proves only who calls. Switch the address on once you have compared it.',
  knownAddresses: ['52.0.65.65'],
  urls: [
    {
      purpose: 'Postback URL',
      query:
        'subid={subid}&lead_id={lead_id}&payout={payout}&campaign_id={campaign_id}&campaign_name={campaign_name}&password={password}',
    },
  ],
  click: { param: 'subid', in: 'query', url: '[offer URL]&subid={click}' },
  notes: ['A reversal has a payout below zero.'],
  scheme: {
    signature: { mode: 'shared-secret', location: 'query:password' },
    fields: {
      user: 'subid',
      transaction: 'lead_id',
      amountUsd: { param: 'payout', unit: 'dollars' },
      offerId: 'campaign_id',
      offerName: 'campaign_name',
    },
    statuses: [],
    amountSign: 'signed',
    ipAllow: [],
    ...offerLimits,
    replies: repliesOk,
  },
}
