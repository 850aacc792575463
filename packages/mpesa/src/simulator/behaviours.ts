import { type CallbackKind, type CodeName, codeMessage, type Distortion, type Failure } from './callbacks.ts'
import { type ReplyFault, refusals } from './replies.ts'

export type Behaviour = {
  /** Last three digits of an MSISDN that always behaves so. */
  suffix: string
  description: string
  /** Answered the first time an id is seen; the same id sent again goes through. */
  refuseFirst?: { status: number; code: string; message: string }
  reply?: ReplyFault
  /** The request is dropped before anything is remembered or paid. */
  dropped?: true
  /** Accepted and not paid, with this result. */
  failure?: Failure
  /** Accepted, not paid, and not final either. */
  pending?: true
  callbacks?: CallbackKind[]
  timing?: 'before-reply' | 'slow' | 'after-status'
  distort?: Distortion
  /** The result names the receipt of another payment. */
  repeatsReceipt?: true
  hiddenFromQueries?: true
}

const paid = (suffix: string, what: string, more: Partial<Behaviour> = {}): Behaviour => ({
  suffix,
  description: `Paid; ${what}`,
  ...more,
})

function fails(suffix: string, code: number | string): Behaviour {
  const failure = { code, message: codeMessage(code) }
  return { suffix, description: `Not paid; the result has code ${code}`, failure }
}

/** Payments whose reply is missing, wrong or a refusal. */
const replyBehaviours = {
  quota: {
    suffix: '924',
    description: 'First try of an id is refused with 500.003.03; the next one is paid',
    refuseFirst: refusals.quota,
  },
  'duplicate-id': {
    suffix: '925',
    description: 'First try of an id is refused with 500.002.1001 as a duplicate, though nothing is paid',
    refuseFirst: refusals.duplicate,
  },
  'internal-error': paid('926', 'the reply is 500.002.1001 "System internal error."; the result comes', {
    reply: 'internal-error',
  }),
  reset: paid('927', 'the connection is reset instead of a reply; the result comes', { reply: 'reset' }),
  'error-500': paid('928', 'the reply is a 500 that cannot be read; the result comes', {
    reply: 'error-500',
  }),
  'error-503': paid('929', 'the reply is an empty 503; the result comes', { reply: 'error-503' }),
  'error-503-unpaid': {
    suffix: '930',
    description: 'Not paid and not remembered; the reply is an empty 503; no result',
    reply: 'error-503',
    dropped: true,
  },
  'reply-html': paid('931', 'the reply is a 200 with a page; the result comes', { reply: 'html' }),
  'reply-truncated': paid('932', 'the reply is cut off in the middle; the result comes', {
    reply: 'truncated',
  }),
  'reply-empty': paid('933', 'the reply is an empty 200; the result comes', { reply: 'empty' }),
  'reply-wrong-types': paid('934', 'every value of the reply has another type; the result comes', {
    reply: 'wrong-types',
  }),
  'reply-huge': paid('935', 'the reply is right and 2 MB long; the result comes', { reply: 'huge' }),
} satisfies Record<string, Behaviour>

/** Payments whose results contradict each other, come in the wrong order or make no sense. */
const callbackBehaviours = {
  'result-after-status': paid('936', 'the result comes only after a status query has been answered', {
    timing: 'after-status',
  }),
  'result-then-timeout': paid('937', 'the result, then a call to QueueTimeOutURL', {
    callbacks: ['result', 'queue-timeout'],
  }),
  'success-then-failure': paid('938', 'the result, then one with code 2040', {
    callbacks: ['result', 'failure'],
  }),
  'failure-then-success': paid('939', 'a result with code 2040, then the true one', {
    callbacks: ['failure', 'result'],
  }),
  'callback-html': paid('940', 'the result is a page', { callbacks: ['html'] }),
  'callback-truncated': paid('941', 'the result is cut off in the middle', { callbacks: ['truncated'] }),
  'callback-empty': paid('942', 'the result is empty', { callbacks: ['empty'] }),
  'callback-wrong-types': paid('943', 'every value of the result has another type', {
    callbacks: ['wrong-types'],
  }),
  'callback-huge': paid('944', 'the result is right and 2 MB long', { callbacks: ['huge'] }),
  'extra-keys': paid('945', 'the result has keys and parameters nobody knows, `__proto__` among them', {
    distort: { extraKeys: true },
  }),
  'repeated-receipt': paid('946', 'the result names the receipt of the payment before', {
    repeatsReceipt: true,
  }),
} satisfies Record<string, Behaviour>

export const behaviours = {
  ok: paid('900', 'one result'),
  slow: paid('901', 'the result comes after the slow delay', { timing: 'slow' }),
  'insufficient-float': fails('902', 1),
  'initiator-invalid': fails('903', 2001),
  'receiver-unregistered': fails('904', 2040),
  'phone-unknown': fails('905', 'SFC_IC0003'),
  'unknown-code': fails('906', 9876),
  'no-callback': paid('907', 'no result ever', { callbacks: [] }),
  'callback-twice': paid('908', 'the same result twice', { callbacks: ['result', 'result'] }),
  'callback-first': paid('909', 'the result is delivered before the reply is sent', {
    timing: 'before-reply',
  }),
  'timeout-paid': paid('910', 'no reply, the connection is held and then cut; the result comes', {
    reply: 'hang',
  }),
  'timeout-unpaid': {
    suffix: '911',
    description: 'Not paid and not remembered; no reply, the connection is held and then cut; no result',
    reply: 'hang',
    dropped: true,
  },
  'spike-arrest': {
    suffix: '912',
    description: 'First try of an id is refused with 500.003.02; the next one is paid',
    refuseFirst: refusals.spikeArrest,
  },
  'invalid-token-once': {
    suffix: '913',
    description: 'First try of an id is refused with 404.001.03; the next one is paid',
    refuseFirst: refusals.invalidToken,
  },
  'html-502': paid('914', 'the reply is a 502 page; the result comes', { reply: 'html-502' }),
  'queue-timeout-then-success': paid('915', 'a call to QueueTimeOutURL, then the result', {
    callbacks: ['queue-timeout', 'result'],
  }),
  'queue-timeout-only': paid('916', 'a call to QueueTimeOutURL and no result', {
    callbacks: ['queue-timeout'],
  }),
  'amount-mismatch': paid('917', 'the result names KES 1 more', { distort: { addKes: 1 } }),
  'wrong-msisdn': paid('918', 'the result names 254700000000', { distort: { msisdn: '254700000000' } }),
  'string-result-code': paid('919', 'ResultCode is the text "0"', { distort: { codeAsText: true } }),
  'single-parameter': paid('920', 'ResultParameter is one object (the receipt) instead of a list', {
    distort: { onlyReceipt: true },
  }),
  'status-pending': {
    suffix: '921',
    description: 'Not paid yet; no result; a query says Pending Authorized until settled by the control API',
    pending: true,
    callbacks: [],
  },
  'status-not-found': paid('922', 'no result; a query does not find it', {
    callbacks: [],
    hiddenFromQueries: true,
  }),
  'status-declined': {
    ...fails('923', 2040),
    description: 'Not paid; no result; a query says Declined',
    callbacks: [],
  },
  ...replyBehaviours,
  ...callbackBehaviours,
} satisfies Record<string, Behaviour>

export type BehaviourName = keyof typeof behaviours

export function isBehaviourName(name: unknown): name is BehaviourName {
  return typeof name === 'string' && Object.hasOwn(behaviours, name)
}

export function behaviourNamed(name: BehaviourName | CodeName): Behaviour {
  if (isBehaviourName(name)) return behaviours[name]
  const code = readCode(name.slice('code:'.length))
  return code === 0 ? behaviours.ok : fails('', code)
}

/** Codes are numbers where they look like one. */
export const readCode = (text: string) => (/^(0|[1-9]\d*)$/.test(text) ? Number(text) : text)

/** Find the behaviour that a number's last three digits choose. */
export function nameOfNumber<Name extends string>(
  behaviours: Readonly<Record<Name | 'ok', { suffix: string }>>,
  msisdn: string,
): Name | 'ok' {
  const names = Object.keys(behaviours) as Name[]
  return names.find((name) => behaviours[name].suffix === msisdn.slice(-3)) ?? 'ok'
}

export const behaviourOfMsisdn = (msisdn: string) => nameOfNumber<BehaviourName>(behaviours, msisdn)
