import { codeMessage } from '../b2c/code-messages.ts'
import { refusals } from '../send-reply.ts'
import { type Behaviour, fails } from './behaviour.ts'
import { callbackBehaviours } from './callback-behaviours.ts'
import { replyBehaviours } from './reply-behaviours.ts'

export const behaviours = {
  ok: { suffix: '900', description: 'Paid; one result' },
  slow: { suffix: '901', description: 'Paid; the result comes after the slow delay', timing: 'slow' },
  'insufficient-float': fails('902', 1, codeMessage(1)),
  'initiator-invalid': fails('903', 2001, codeMessage(2001)),
  'receiver-unregistered': fails('904', 2040, codeMessage(2040)),
  'phone-unknown': fails('905', 'SFC_IC0003', codeMessage('SFC_IC0003')),
  'unknown-code': fails('906', 9876, codeMessage(9876)),
  'no-callback': { suffix: '907', description: 'Paid; no result ever', callbacks: [] },
  'callback-twice': {
    suffix: '908',
    description: 'Paid; the same result twice',
    callbacks: ['result', 'result'],
  },
  'callback-first': {
    suffix: '909',
    description: 'Paid; the result is delivered before the reply is sent',
    timing: 'before-reply',
  },
  'timeout-paid': {
    suffix: '910',
    description: 'Paid; no reply, the connection is held and then cut; the result comes',
    reply: 'hang',
  },
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
  'html-502': {
    suffix: '914',
    description: 'Paid; the reply is a 502 page; the result comes',
    reply: 'html-502',
  },
  'queue-timeout-then-success': {
    suffix: '915',
    description: 'Paid; a call to QueueTimeOutURL, then the result',
    callbacks: ['queue-timeout', 'result'],
  },
  'queue-timeout-only': {
    suffix: '916',
    description: 'Paid; a call to QueueTimeOutURL and no result',
    callbacks: ['queue-timeout'],
  },
  'amount-mismatch': {
    suffix: '917',
    description: 'Paid; the result names KES 1 more',
    distort: { addKes: 1 },
  },
  'wrong-msisdn': {
    suffix: '918',
    description: 'Paid; the result names 254700000000',
    distort: { msisdn: '254700000000' },
  },
  'string-result-code': {
    suffix: '919',
    description: 'Paid; ResultCode is the text "0"',
    distort: { codeAsText: true },
  },
  'single-parameter': {
    suffix: '920',
    description: 'Paid; ResultParameter is one object (the receipt) instead of a list',
    distort: { onlyReceipt: true },
  },
  'status-pending': {
    suffix: '921',
    description: 'Not paid yet; no result; a query says Pending Authorized until settled by the control API',
    pending: true,
    callbacks: [],
  },
  'status-not-found': {
    suffix: '922',
    description: 'Paid; no result; a query does not find it',
    callbacks: [],
    hiddenFromQueries: true,
  },
  'status-declined': {
    ...fails('923', 2040, codeMessage(2040)),
    description: 'Not paid; no result; a query says Declined',
    callbacks: [],
  },
  ...replyBehaviours,
  ...callbackBehaviours,
} satisfies Record<string, Behaviour>

export type BehaviourName = keyof typeof behaviours
/** `code:` and any result code: accepted, not paid, reported with it. `code:0` is paid. */
export type CodeName = `code:${string}`

export function isBehaviourName(name: unknown): name is BehaviourName {
  return typeof name === 'string' && Object.hasOwn(behaviours, name)
}

export function isCodeName(name: unknown): name is CodeName {
  return typeof name === 'string' && /^code:\w{1,20}$/.test(name)
}

export function behaviourNamed(name: BehaviourName | CodeName): Behaviour {
  if (isBehaviourName(name)) return behaviours[name]
  const text = name.slice('code:'.length)
  const code = /^(0|[1-9]\d*)$/.test(text) ? Number(text) : text
  return code === 0 ? behaviours.ok : fails('', code, codeMessage(code))
}

export function behaviourOfMsisdn(msisdn: string): BehaviourName {
  const suffix = msisdn.slice(-3)
  return (
    Object.keys(behaviours)
      .filter(isBehaviourName)
      .find((name) => behaviours[name].suffix === suffix) ?? 'ok'
  )
}
