export type Report = { status: string; failureReason?: string }

export type Behaviour = {
  /** The last three digits of a number that asks for it. */
  suffix: string
  description: string
  /** The recipient's status code; 101 by default. Only 100 to 102 take the text. */
  code?: number
  /** Instead of a recipient. */
  message?: string
  /** Instead of the answer that is due. */
  fault?: 'hang' | 'reset' | 'error-500' | 'error-503' | 'html' | 'truncated' | 'busy'
  /** With a fault: the text was not taken. */
  dropped?: true
  reports?: readonly Report[]
  /** `before-answer`: reports overtake the answer · `held`: they come when a test delivers them. */
  timing?: 'before-answer' | 'held'
}

const SUCCESS: Report = { status: 'Success' }

export const STATUS_NAMES: Record<number, string> = {
  100: 'Processed',
  101: 'Success',
  102: 'Queued',
  401: 'RiskHold',
  402: 'InvalidSenderId',
  403: 'InvalidPhoneNumber',
  404: 'UnsupportedNumberType',
  405: 'InsufficientBalance',
  406: 'UserInBlacklist',
  407: 'CouldNotRoute',
  409: 'DoNotDisturbRejection',
  500: 'InternalServerError',
  501: 'GatewayError',
  502: 'RejectedByGateway',
}

const refusing = (suffix: string, code: number): Behaviour => ({
  suffix,
  code,
  description: `Not taken: ${code} ${STATUS_NAMES[code]}`,
  reports: [],
})

export const behaviours = {
  ok: { suffix: '900', description: 'Taken; one report of success', reports: [SUCCESS] },
  'risk-hold': refusing('901', 401),
  'invalid-sender': { suffix: '902', description: 'Not taken: no recipients', message: 'InvalidSenderId' },
  'invalid-number': refusing('903', 403),
  unsupported: refusing('904', 404),
  'insufficient-balance': refusing('905', 405),
  blacklisted: refusing('906', 406),
  'no-route': refusing('907', 407),
  'do-not-disturb': refusing('909', 409),
  'internal-error': refusing('910', 500),
  'gateway-error': refusing('911', 501),
  'gateway-rejects': refusing('912', 502),
  'report-failed': {
    suffix: '920',
    description: 'Taken; the network cannot deliver it',
    reports: [{ status: 'Failed', failureReason: 'DeliveryFailure' }],
  },
  'report-blacklisted': {
    suffix: '921',
    description: 'Taken; the network blocks it',
    reports: [{ status: 'Rejected', failureReason: 'UserInBlackList' }],
  },
  'report-twice': { suffix: '922', description: 'Taken; the report twice', reports: [SUCCESS, SUCCESS] },
  'report-late': {
    suffix: '923',
    description: 'Taken; the report waits until it is delivered by hand',
    reports: [SUCCESS],
    timing: 'held',
  },
  'report-first': {
    suffix: '924',
    description: 'Taken; the report overtakes the answer',
    reports: [SUCCESS],
    timing: 'before-answer',
  },
  'report-contradicts': {
    suffix: '925',
    description: 'Taken; success, then an older failure',
    reports: [SUCCESS, { status: 'Failed', failureReason: 'DeliveryFailure' }],
  },
  'report-stages': {
    suffix: '926',
    description: 'Taken; every stage is reported',
    reports: [{ status: 'Sent' }, { status: 'Submitted' }, { status: 'Buffered' }, SUCCESS],
  },
  'no-report': { suffix: '927', description: 'Taken; no report ever', reports: [] },
  hang: { suffix: '930', description: 'Taken; no answer', fault: 'hang', reports: [SUCCESS] },
  'hang-dropped': { suffix: '931', description: 'Not taken; no answer', fault: 'hang', dropped: true },
  reset: { suffix: '932', description: 'Taken; the connection is reset', fault: 'reset', reports: [SUCCESS] },
  'error-500': { suffix: '933', description: 'Taken; a 500 answers', fault: 'error-500', reports: [] },
  'error-503': {
    suffix: '934',
    description: 'Not taken; a 503 answers',
    fault: 'error-503',
    dropped: true,
  },
  html: {
    suffix: '935',
    description: "Taken; a gateway's page answers with 200",
    fault: 'html',
    reports: [],
  },
  truncated: { suffix: '936', description: 'Taken; half an answer', fault: 'truncated', reports: [] },
  busy: { suffix: '937', description: 'Not taken; a 429 answers', fault: 'busy', dropped: true },
} satisfies Record<string, Behaviour>

export type BehaviourName = keyof typeof behaviours

function isBehaviourName(name: string): name is BehaviourName {
  return Object.hasOwn(behaviours, name)
}

export function behaviourOfNumber(number: string): BehaviourName {
  const names = Object.keys(behaviours).filter(isBehaviourName)
  return names.find((name) => number.endsWith(behaviours[name].suffix)) ?? 'ok'
}

export const isTaken = ({ code = 101, message, dropped }: Behaviour): boolean =>
  message === undefined && !dropped && code < 200
