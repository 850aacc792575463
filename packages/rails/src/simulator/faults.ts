import type { BehaviourName } from '@chuma/mpesa/simulator/behaviours'
import type { MalformedKind, ReplyFault } from '@chuma/mpesa/simulator/replies'

/** What an order is refused with, before it is remembered. */
export type Refusal = 'busy' | 'token' | 'duplicate'
/** Why an order that was taken is not carried out. */
export type Failure = 'float' | 'credential' | 'unregistered' | 'unknown-number' | 'unknown-code'
export type CallbackKind = 'result' | 'success' | 'failure' | MalformedKind
export type Distortion = {
  addKes?: number
  msisdn?: string
  receipt?: string
  extraKeys?: true
}

export type RailFault = {
  refuseFirst?: Refusal
  reply?: ReplyFault
  /** Neither remembered nor paid. */
  dropped?: true
  failure?: Failure
  pending?: true
  callbacks?: readonly CallbackKind[]
  timing?: 'before-reply' | 'slow' | 'after-status'
  distort?: Distortion
  repeatsReceipt?: true
  hiddenFromQueries?: true
  /** The reply says nothing of what became of it: the callback or a query tells. */
  isReplySilent?: true
}
/** Nothing in these protocols is like it. */
type Absent = { absent: string }

const NO_QUEUE = { absent: 'There is one address for callbacks, and none for a queue that timed out.' }
const NO_LIST = { absent: 'Results have no list of parameters.' }

/**
 * Every fault of the Daraja simulator, by its name, and what it is for a provider with one address for callbacks. The type lacks none: a
 * fault that is new there does not compile here until it is mapped.
 */
export const railFaults: Record<BehaviourName, RailFault | Absent> = {
  ok: {},
  slow: { timing: 'slow' },
  'insufficient-float': { failure: 'float' },
  'initiator-invalid': { failure: 'credential' },
  'receiver-unregistered': { failure: 'unregistered' },
  'phone-unknown': { failure: 'unknown-number' },
  'unknown-code': { failure: 'unknown-code' },
  'no-callback': { callbacks: [] },
  'callback-twice': { callbacks: ['result', 'result'] },
  'callback-first': { timing: 'before-reply' },
  'timeout-paid': { reply: 'hang' },
  'timeout-unpaid': { reply: 'hang', dropped: true },
  'spike-arrest': { refuseFirst: 'busy' },
  'invalid-token-once': { refuseFirst: 'token' },
  'html-502': { reply: 'html-502' },
  'queue-timeout-then-success': NO_QUEUE,
  'queue-timeout-only': NO_QUEUE,
  'amount-mismatch': { distort: { addKes: 1 } },
  'wrong-msisdn': { distort: { msisdn: '254700000000' } },
  'string-result-code': { absent: 'Results have words, and no number.' },
  'single-parameter': NO_LIST,
  'status-pending': { pending: true, callbacks: [] },
  'status-not-found': { callbacks: [], hiddenFromQueries: true },
  'status-declined': { failure: 'unregistered', callbacks: [], isReplySilent: true },
  quota: { refuseFirst: 'busy' },
  'duplicate-id': { refuseFirst: 'duplicate' },
  'internal-error': { reply: 'internal-error' },
  reset: { reply: 'reset' },
  'error-500': { reply: 'error-500' },
  'error-503': { reply: 'error-503' },
  'error-503-unpaid': { reply: 'error-503', dropped: true },
  'reply-html': { reply: 'html' },
  'reply-truncated': { reply: 'truncated' },
  'reply-empty': { reply: 'empty' },
  'reply-wrong-types': { reply: 'wrong-types' },
  'reply-huge': { reply: 'huge' },
  'result-after-status': { timing: 'after-status' },
  'result-then-timeout': NO_QUEUE,
  'success-then-failure': { callbacks: ['success', 'failure'] },
  'failure-then-success': { callbacks: ['failure', 'success'] },
  'callback-html': { callbacks: ['html'] },
  'callback-truncated': { callbacks: ['truncated'] },
  'callback-empty': { callbacks: ['empty'] },
  'callback-wrong-types': { callbacks: ['wrong-types'] },
  'callback-huge': { callbacks: ['huge'] },
  'extra-keys': { distort: { extraKeys: true } },
  'repeated-receipt': { repeatsReceipt: true },
}

export type RailFaultName = BehaviourName

export function isAbsent(fault: RailFault | Absent): fault is Absent {
  return 'absent' in fault
}

export function faultNamed(name: RailFaultName): RailFault {
  const fault = railFaults[name]
  return isAbsent(fault) ? {} : fault
}
