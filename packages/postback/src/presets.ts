import { offerPresets } from './offer-presets.ts'
import { hashed, hmac, type PartnerPreset, survey, WHOLE_URL } from './preset.ts'

const BITLABS_TYPES = {
  COMPLETE: 'credit',
  SCREENOUT: 'screenout',
  RECONCILIATION: 'reverse',
  START_BONUS: 'info',
} as const

const POLLFISH_QUERY =
  'cpa=[[cpa]]&request_uuid=[[request_uuid]]&reward_value=[[reward_value]]&status=[[status]]&term_reason=[[term_reason]]&timestamp=[[timestamp]]&tx_id=[[tx_id]]&signature=[[signature]]'

/** In display order. */
export const partnerPresets: readonly PartnerPreset[] = [
  survey({
    id: 'cpx-research',
    label: 'CPX Research',
    secretName: 'App Secure Hash',
    coverageNote: 'Only the transaction id is signed: member, amount and status are not.',
    knownAddresses: ['188.40.3.73', '157.90.97.92', '2a01:4f8:d0a:30ff::2'],
    urls: {
      'Postback URL. The same for screen-out, bonus and event-cancelled URL':
        'status={status}&trans_id={trans_id}&user_id={user_id}&amount_local={amount_local}&amount_usd={amount_usd}&offer_id={offer_ID}&type={type}&ip_click={ip_click}&secure_hash={secure_hash}',
    },
    click: {
      param: 'ext_user_id',
      in: 'query',
      url: 'https://offers.cpx-research.com/index.php?app_id=[app id]&ext_user_id={click}',
    },
    notes: [
      'A wall URL signed with secure_hash = md5(ext_user_id-App Secure Hash) keeps members from opening it for others.',
    ],
    signature: hashed('md5', '{trans_id}-{secret}', 'query:secure_hash'),
    fields: {
      user: 'user_id',
      transaction: 'trans_id',
      amountUsd: { param: 'amount_usd', unit: 'dollars' },
      amountPoints: 'amount_local',
      offerId: 'offer_id',
      type: 'type',
      ip: 'ip_click',
    },
    statuses: [
      // -2 is a reversal for fraud.
      { param: 'status', values: { '1': 'credit', '2': 'reverse', '-2': 'reverse' } },
      { param: 'type', values: { complete: 'credit', out: 'screenout', bonus: 'credit' }, missing: 'credit' },
    ],
    amountSign: 'absolute',
  }),
  survey({
    id: 'bitlabs',
    label: 'BitLabs',
    secretName: 'App Secret',
    coverageNote: WHOLE_URL,
    knownAddresses: ['20.76.54.40/29', '18.199.243.90', '18.157.62.114', '18.193.24.206'],
    urls: {
      'Callback URL of surveys, offers and receipts (BitLabs appends the hash)':
        'uid=[%USER:UID%]&tx=[%TX%]&usd=[%VALUE:USD%]&currency=[%VALUE:CURRENCY%]&ref=[%REF%]&type=[%ACTIVITY:TYPE%]&survey_type=[%TYPE%]&state=[%OFFER:TASK:STATE%]&reason=[%REASON%]&offer_id=[%OFFER:ID%]&task_id=[%OFFER:TASK:ID%]&offer_name=[%OFFER:NAME%]&ip=[%USER:IP_ADDRESS%]',
    },
    click: { param: 'uid', in: 'query', url: 'https://web.bitlabs.ai/?token=[app token]&uid={click}' },
    notes: [
      'START_BONUS is recorded and pays nothing, because BitLabs does not pay for it.',
      'A uid has at most 65 characters.',
    ],
    signature: { mode: 'full-url-before-param', ...hmac('sha1'), location: 'query:hash' },
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
      { param: 'type', values: BITLABS_TYPES, missing: 'credit' },
      { param: 'survey_type', values: BITLABS_TYPES, missing: 'credit' },
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
  }),
  survey({
    id: 'theoremreach',
    label: 'TheoremReach',
    secretName: 'Secret Key',
    coverageNote: WHOLE_URL,
    urls: { 'Reward callback URL (TheoremReach appends its parameters)': '' },
    click: {
      param: 'user_id',
      in: 'query',
      url: 'https://theoremreach.com/respondent_entry/direct?api_key=[api key]&user_id={click}',
    },
    notes: ['Calls with debug=true are recorded as tests.'],
    signature: { mode: 'full-url-minus-param', ...hmac('sha1', 'base64url'), location: 'query:hash' },
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
      { param: 'reversal', values: { true: 'reverse', false: 'credit' }, missing: 'credit' }, // Older apps: 1 is yes and 2 is no.
      { param: 'status', values: { '1': 'credit', '2': 'reverse' }, missing: 'credit' },
      { param: 'screenout', values: { '1': 'screenout', '2': 'credit' }, missing: 'credit' },
    ],
    amountSign: 'absolute',
  }),
  survey({
    id: 'pollfish',
    label: 'Pollfish',
    secretName: 'Account secret key',
    coverageNote:
      'The parameters are signed. Not signed: debug, which marks tests, and event, which tells a reversal from a completion.',
    urls: {
      'Server-to-server callback': POLLFISH_QUERY,
      'Reconciliation callback': `event=reconciliation&${POLLFISH_QUERY}`,
    },
    click: { param: 'request_uuid', in: 'app', url: 'request_uuid: {click} (web plugin, SDK or API call)' },
    notes: [
      'Tick "Notify me when the user is not eligible", or take status and term_reason out of both URL and scheme.',
      'Demographic surveys pay nothing and are recorded as information.',
    ],
    signature: {
      mode: 'sorted-placeholders',
      params: ['cpa', 'request_uuid', 'reward_value', 'status', 'term_reason', 'timestamp', 'tx_id'],
      omitWhenEmpty: ['request_uuid'],
      separator: ':',
      ...hmac('sha1', 'base64'),
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
  }),
  ...offerPresets,
]

export function findPartnerPreset(id: string): PartnerPreset | undefined {
  return partnerPresets.find((preset) => preset.id === id)
}
