import type { Failure } from '../behaviours/behaviour.ts'
import type { ReplyFault } from '../send-reply.ts'
import { stkMessage } from './stk-messages.ts'
import type { StkCallbackKind, StkDetails } from './stk-parcel.ts'

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

export function stkFails(suffix: string, code: number | string): StkBehaviour {
  const failure = { code, message: stkMessage(code) }
  return { suffix, description: `Not paid; callback and queries say ${code}`, failure }
}

export function stkPending(suffix: string, times: number, answer: EarlyAnswer): StkBehaviour {
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
