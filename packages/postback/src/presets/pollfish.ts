import type { PartnerPreset } from '../partner-preset.ts'
import { repliesOk, surveyLimits } from './starting-values.ts'

const query =
  'cpa=[[cpa]]&request_uuid=[[request_uuid]]&reward_value=[[reward_value]]&status=[[status]]&term_reason=[[term_reason]]&timestamp=[[timestamp]]&tx_id=[[tx_id]]&signature=[[signature]]'

export const pollfish: PartnerPreset = {
  id: 'pollfish',
  label: 'Pollfish',
  secretName: 'Account secret key',
  coverageNote:
    'The parameters are signed. Not signed: debug, which marks tests, and event, which tells a reversal from a completion.',
  knownAddresses: [],
  urls: [
    { purpose: 'Server-to-server callback', query },
    { purpose: 'Reconciliation callback', query: `event=reconciliation&${query}` },
  ],
  click: { param: 'request_uuid', in: 'app', url: 'request_uuid: {click} (web plugin, SDK or API call)' },
  notes: [
    'Tick "Notify me when the user is not eligible", or take status and term_reason out of both URL and scheme.',
    'Demographic surveys pay nothing and are recorded as information.',
  ],
  scheme: {
    signature: {
      mode: 'sorted-placeholders',
      params: ['cpa', 'request_uuid', 'reward_value', 'status', 'term_reason', 'timestamp', 'tx_id'],
      omitWhenEmpty: ['request_uuid'],
      separator: ':',
      hash: 'sha1',
      keyed: 'hmac',
      encoding: 'base64',
      location: 'query:signature',
    },
    fields: {
      user: 'request_uuid',
      transaction: 'tx_id',
      amountUsd: { param: 'cpa', unit: 'cents' },
      amountPoints: 'reward_value',
      reason: 'term_reason',
      testFlag: 'debug',
    },
    statuses: [
      { param: 'event', values: { reconciliation: 'reverse' }, missing: 'credit' },
      { param: 'status', values: { eligible: 'credit', noteligible: 'screenout' }, missing: 'credit' },
    ],
    amountSign: 'absolute',
    ipAllow: [],
    ...surveyLimits,
    replies: repliesOk,
  },
}
