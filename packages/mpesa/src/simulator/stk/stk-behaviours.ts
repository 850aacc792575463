import { refusals } from '../send-reply.ts'
import { type StkBehaviour, stkFails, stkPending } from './stk-behaviour.ts'

const internalError = (message: string) => ({ status: 500, code: '500.001.1001', message })

export const stkBehaviours = {
  ok: { suffix: '800', description: 'Paid; one callback' },
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
  'late-success': {
    suffix: '812',
    description:
      'Paid; the callback and the first 2 queries say 1019; after the slow delay a callback says paid',
    callbacks: ['expired'],
    lateCallbacks: ['success'],
    queriesFirst: { times: 2, answer: 'expired' },
  },
  'no-callback': { suffix: '813', description: 'Paid; no callback ever', callbacks: [] },
  'wrong-amount': {
    suffix: '814',
    description: 'Paid; the callback names KES 1 less',
    distort: { addKes: -1 },
  },
  'callback-twice': {
    suffix: '815',
    description: 'Paid; the same callback twice',
    callbacks: ['result', 'result'],
  },
  'callback-first': {
    suffix: '816',
    description: 'Paid; the callback is delivered before the reply is sent',
    timing: 'before-reply',
  },
  slow: { suffix: '817', description: 'Paid; the callback comes after the slow delay', timing: 'slow' },
  'failure-then-success': {
    suffix: '818',
    description: 'Paid; a callback with code 1032, then the true one',
    callbacks: ['failure', 'result'],
  },
  'success-then-failure': {
    suffix: '819',
    description: 'Paid; the callback, then one with code 1032',
    callbacks: ['result', 'failure'],
  },
  silent: {
    ...stkFails('820', 1037),
    description: 'Not paid; no callback; every query says 500.001.1001, being processed',
    callbacks: [],
    queriesFirst: { times: Number.POSITIVE_INFINITY, answer: 'processing' },
  },
  'string-result-code': {
    suffix: '821',
    description: 'Paid; ResultCode of the callback is the text "0"',
    distort: { codeAsText: true },
  },
  'callback-html': { suffix: '822', description: 'Paid; the callback is a page', callbacks: ['html'] },
  'timeout-paid': {
    suffix: '823',
    description: 'Paid; no reply, the connection is held and then cut; the callback comes',
    reply: 'hang',
  },
  reset: {
    suffix: '824',
    description: 'Paid; the connection is reset instead of a reply; the callback comes',
    reply: 'reset',
  },
  'html-502': {
    suffix: '825',
    description: 'Paid; the reply is a 502 page; the callback comes',
    reply: 'html-502',
  },
  'reply-truncated': {
    suffix: '826',
    description: 'Paid; the reply is cut off in the middle; the callback comes',
    reply: 'truncated',
  },
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
  'spike-arrest': {
    suffix: '829',
    description: 'Refused with 500.003.02',
    refusal: refusals.spikeArrest,
  },
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
  const code = /^(0|[1-9]\d*)$/.test(value) ? Number(value) : value
  return code === 0 ? stkBehaviours.ok : stkFails('', code)
}

export function stkBehaviourOfMsisdn(msisdn: string): StkBehaviourName {
  const suffix = msisdn.slice(-3)
  return (
    Object.keys(stkBehaviours)
      .filter(isStkBehaviourName)
      .find((name) => stkBehaviours[name].suffix === suffix) ?? 'ok'
  )
}
