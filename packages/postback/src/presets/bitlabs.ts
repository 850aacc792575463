import type { PartnerPreset } from '../partner-preset.ts'
import { repliesOk, surveyLimits } from './starting-values.ts'

export const bitlabs: PartnerPreset = {
  id: 'bitlabs',
  label: 'BitLabs',
  secretName: 'App Secret',
  coverageNote:
    'The whole URL is signed. It has to be registered with exactly the address this site is reached at.',
  knownAddresses: ['20.76.54.40/29', '18.199.243.90', '18.157.62.114', '18.193.24.206'],
  urls: [
    {
      purpose: 'Callback URL of surveys, offers and receipts (BitLabs appends the hash)',
      query:
        'uid=[%USER:UID%]&tx=[%TX%]&usd=[%VALUE:USD%]&currency=[%VALUE:CURRENCY%]&ref=[%REF%]&type=[%ACTIVITY:TYPE%]&survey_type=[%TYPE%]&state=[%OFFER:TASK:STATE%]&reason=[%REASON%]&offer_id=[%OFFER:ID%]&task_id=[%OFFER:TASK:ID%]&offer_name=[%OFFER:NAME%]&ip=[%USER:IP_ADDRESS%]',
    },
  ],
  click: { param: 'uid', in: 'query', url: 'https://web.bitlabs.ai/?token=[app token]&uid={click}' },
  notes: [
    'START_BONUS is recorded and pays nothing, because BitLabs does not pay for it.',
    'A uid has at most 65 characters.',
  ],
  scheme: {
    signature: {
      mode: 'full-url-before-param',
      hash: 'sha1',
      keyed: 'hmac',
      encoding: 'hex',
      location: 'query:hash',
    },
    fields: {
      user: 'uid',
      transaction: 'tx',
      reference: 'ref',
      amountUsd: { param: 'usd', unit: 'dollars' },
      amountPoints: 'currency',
      offerId: 'offer_id',
      offerName: 'offer_name',
      goal: 'task_id',
      type: 'type',
      reason: 'reason',
      ip: 'ip',
    },
    // Which macro carries the type depends on the kind of callback; the other one stays empty or unfilled.
    statuses: [
      ...['type', 'survey_type'].map((param) => ({
        param,
        values: {
          COMPLETE: 'credit' as const,
          SCREENOUT: 'screenout' as const,
          RECONCILIATION: 'reverse' as const,
          START_BONUS: 'info' as const,
        },
        missing: 'credit' as const,
      })),
      {
        param: 'state',
        values: {
          NONE: 'credit',
          COMPLETE: 'credit',
          COMPLETED: 'credit',
          PENDING: 'pending',
          REVIEWING: 'pending',
          REJECTED: 'reverse',
          RECONCILED: 'reverse',
        },
        missing: 'credit',
      },
    ],
    amountSign: 'signed',
    ipAllow: [],
    ...surveyLimits,
    replies: repliesOk,
  },
}
