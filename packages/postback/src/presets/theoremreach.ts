import type { PartnerPreset } from '../partner-preset.ts'
import { repliesOk, surveyLimits } from './starting-values.ts'

export const theoremReach: PartnerPreset = {
  id: 'theoremreach',
  label: 'TheoremReach',
  secretName: 'Secret Key',
  coverageNote:
    'The whole URL is signed. It has to be registered with exactly the address this site is reached at.',
  knownAddresses: [],
  urls: [{ purpose: 'Reward callback URL (TheoremReach appends its parameters)', query: '' }],
  click: {
    param: 'user_id',
    in: 'query',
    url: 'https://theoremreach.com/respondent_entry/direct?api_key=[api key]&user_id={click}',
  },
  notes: ['Calls with debug=true are recorded as tests.'],
  scheme: {
    signature: {
      mode: 'full-url-minus-param',
      hash: 'sha1',
      keyed: 'hmac',
      encoding: 'base64url',
      location: 'query:hash',
    },
    fields: {
      user: 'user_id',
      transaction: 'tx_id',
      amountUsd: { param: 'currency', unit: 'dollars' },
      amountPoints: 'reward',
      offerId: 'placement_id',
      offerName: 'offer_name',
      testFlag: 'debug',
    },
    statuses: [
      { param: 'reversal', values: { true: 'reverse', false: 'credit' }, missing: 'credit' },
      // Older apps: 1 is yes and 2 is no.
      { param: 'status', values: { '1': 'credit', '2': 'reverse' }, missing: 'credit' },
      { param: 'screenout', values: { '1': 'screenout', '2': 'credit' }, missing: 'credit' },
    ],
    amountSign: 'absolute',
    ipAllow: [],
    ...surveyLimits,
    replies: repliesOk,
  },
}
