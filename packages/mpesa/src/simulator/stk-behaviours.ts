import { formatEatCompact } from '../eat-time.ts'
import { nameOfNumber, readCode } from './behaviours.ts'
import type { Failure } from './callbacks.ts'
import type { Parcel } from './courier.ts'
import type { StkOrder } from './orders.ts'
import { isMalformedKind, malform, malformedKinds, type ReplyFault, refusals, toContent } from './replies.ts'

/** The codes of a push mean other things than those of a payment. */
const messages = new Map<string, string>([
  ['0', 'The service request is processed successfully.'],
  ['1', 'The balance is insufficient for the transaction.'],
  ['17', 'Rule limited.'],
  ['1001', 'Unable to lock subscriber, a transaction is already in process for the current subscriber.'],
  ['1019', 'Transaction has expired.'],
  ['1025', 'An error occurred while sending a push request.'],
  ['1032', 'Request cancelled by user.'],
  ['1037', 'DS timeout user cannot be reached.'],
  ['2001', 'The initiator information is invalid.'],
  ['8006', 'The security credential is locked.'],
])

export function stkMessage(code: number | string): string {
  return messages.get(String(code)) ?? 'Something happened.'
}

/** What queries say before they tell the truth: a 500 that is no failure, a code nobody documented, or 1019. */
export type EarlyAnswer = 'processing' | 'still-processing' | 'expired'

export type StkBehaviour = {
  /** Last three digits of an MSISDN that always behaves so. */
  suffix: string
  description: string
  /** Answered instead of pushing; nothing is remembered. */
  refusal?: { status: number; code: string; message: string }
  reply?: ReplyFault
  /** Not paid, with this result. */
  failure?: Failure
  callbacks?: StkCallbackKind[]
  /** After the slow delay. */
  lateCallbacks?: StkCallbackKind[]
  timing?: 'before-reply' | 'slow' | 'after-queries'
  distort?: Partial<StkDetails>
  queriesFirst?: { times: number; answer: EarlyAnswer }
}

const paid = (suffix: string, what: string, more: Partial<StkBehaviour> = {}): StkBehaviour => ({
  suffix,
  description: `Paid; ${what}`,
  ...more,
})

function stkFails(suffix: string, code: number | string): StkBehaviour {
  const failure = { code, message: stkMessage(code) }
  return { suffix, description: `Not paid; callback and queries say ${code}`, failure }
}

function stkPending(suffix: string, times: number, answer: EarlyAnswer): StkBehaviour {
  const words = {
    processing: '500.001.1001, being processed',
    'still-processing': 'code 4999',
    expired: '1019',
  }
  return {
    suffix,
    description: `Paid; the first ${times} queries say ${words[answer]}, then the callback comes and queries say 0`,
    queriesFirst: { times, answer },
    timing: 'after-queries',
  }
}

const internalError = (message: string) => ({ status: 500, code: '500.001.1001', message })

export const stkBehaviours = {
  ok: paid('800', 'one callback'),
  insufficient: stkFails('801', 1),
  'same-amount': stkFails('802', 17),
  'subscriber-busy': stkFails('803', 1001),
  expired: stkFails('804', 1019),
  'prompt-failed': stkFails('805', 1025),
  cancelled: stkFails('806', 1032),
  unreachable: stkFails('807', 1037),
  'wrong-pin': stkFails('808', 2001),
  'unknown-code': stkFails('809', 9876),
  pending: stkPending('810', 2, 'processing'),
  'still-processing': stkPending('811', 2, 'still-processing'),
  'late-success': paid(
    '812',
    'the callback and the first 2 queries say 1019; after the slow delay a callback says paid',
    { callbacks: ['expired'], lateCallbacks: ['success'], queriesFirst: { times: 2, answer: 'expired' } },
  ),
  'no-callback': paid('813', 'no callback ever', { callbacks: [] }),
  'wrong-amount': paid('814', 'the callback names KES 1 less', { distort: { addKes: -1 } }),
  'callback-twice': paid('815', 'the same callback twice', { callbacks: ['result', 'result'] }),
  'callback-first': paid('816', 'the callback is delivered before the reply is sent', {
    timing: 'before-reply',
  }),
  slow: paid('817', 'the callback comes after the slow delay', { timing: 'slow' }),
  'failure-then-success': paid('818', 'a callback with code 1032, then the true one', {
    callbacks: ['failure', 'result'],
  }),
  'success-then-failure': paid('819', 'the callback, then one with code 1032', {
    callbacks: ['result', 'failure'],
  }),
  silent: {
    ...stkFails('820', 1037),
    description: 'Not paid; no callback; every query says 500.001.1001, being processed',
    callbacks: [],
    queriesFirst: { times: Number.POSITIVE_INFINITY, answer: 'processing' },
  },
  'string-result-code': paid('821', 'ResultCode of the callback is the text "0"', {
    distort: { codeAsText: true },
  }),
  'callback-html': paid('822', 'the callback is a page', { callbacks: ['html'] }),
  'timeout-paid': paid('823', 'no reply, the connection is held and then cut; the callback comes', {
    reply: 'hang',
  }),
  reset: paid('824', 'the connection is reset instead of a reply; the callback comes', { reply: 'reset' }),
  'html-502': paid('825', 'the reply is a 502 page; the callback comes', { reply: 'html-502' }),
  'reply-truncated': paid('826', 'the reply is cut off in the middle; the callback comes', {
    reply: 'truncated',
  }),
  'lock-refused': {
    suffix: '827',
    description: 'Refused with 500.001.1001, unable to lock subscriber',
    refusal: internalError('Unable to lock subscriber, a transaction is already in process'),
  },
  'merchant-unknown': {
    suffix: '828',
    description: 'Refused with 500.001.1001, merchant does not exist',
    refusal: internalError('Merchant does not exist'),
  },
  'spike-arrest': { suffix: '829', description: 'Refused with 500.003.02', refusal: refusals.spikeArrest },
  quota: { suffix: '830', description: 'Refused with 500.003.03', refusal: refusals.quota },
} satisfies Record<string, StkBehaviour>

export type StkBehaviourName = keyof typeof stkBehaviours
/** `code:` and any result code; `pending:` and how many queries find the push undecided. */
export type StkScriptName = StkBehaviourName | `code:${string}` | `pending:${number}`

function isStkBehaviourName(name: unknown): name is StkBehaviourName {
  return typeof name === 'string' && Object.hasOwn(stkBehaviours, name)
}

export function isStkScriptName(name: unknown): name is StkScriptName {
  return (
    isStkBehaviourName(name) || (typeof name === 'string' && /^(code:\w{1,20}|pending:\d{1,3})$/.test(name))
  )
}

export function stkBehaviourNamed(name: StkScriptName): StkBehaviour {
  if (isStkBehaviourName(name)) return stkBehaviours[name]
  const [kind, value = ''] = name.split(':')
  if (kind === 'pending') return stkPending('', Number(value), 'processing')
  const code = readCode(value)
  return code === 0 ? stkBehaviours.ok : stkFails('', code)
}

export const stkBehaviourOfMsisdn = (msisdn: string) => nameOfNumber<StkBehaviourName>(stkBehaviours, msisdn)

/** `result` is the true one; the others say so whatever happened. */
export const stkCallbackKinds = ['result', 'success', 'failure', 'expired', ...malformedKinds] as const
export type StkCallbackKind = (typeof stkCallbackKinds)[number]

type StkDetails = { addKes: number; codeAsText: boolean }

export function stkParcel(order: StkOrder, kind: StkCallbackKind, distort: Partial<StkDetails> = {}): Parcel {
  const body = stkCallback(order, codeClaimed(order, kind), distort)
  return { url: order.callbackUrl, content: isMalformedKind(kind) ? malform(kind, body) : toContent(body) }
}

function codeClaimed(order: StkOrder, kind: StkCallbackKind): number | string {
  if (kind === 'success') return 0
  if (kind === 'failure') return 1032
  return kind === 'expired' ? 1019 : order.resultCode
}

function stkCallback(order: StkOrder, code: number | string, distort: Partial<StkDetails>) {
  return {
    Body: {
      stkCallback: {
        MerchantRequestID: order.merchantRequestId,
        CheckoutRequestID: order.checkoutRequestId,
        ResultCode: distort.codeAsText ? String(code) : code,
        ResultDesc: stkMessage(code),
        ...(code === 0 ? { CallbackMetadata: { Item: items(order, distort.addKes ?? 0) } } : {}),
      },
    },
  }
}

function items(order: StkOrder, addKes: number) {
  return [
    { Name: 'Amount', Value: order.amountKes + addKes },
    { Name: 'MpesaReceiptNumber', Value: order.receipt },
    { Name: 'Balance' },
    { Name: 'TransactionDate', Value: Number(formatEatCompact(new Date(order.completedAt))) },
    { Name: 'PhoneNumber', Value: Number(order.msisdn) },
  ]
}
