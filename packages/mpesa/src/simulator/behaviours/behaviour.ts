import type { Distortion } from '../b2c/b2c-callback.ts'
import type { CallbackKind } from '../b2c/payment-parcel.ts'
import type { ReplyFault } from '../send-reply.ts'

export type Failure = { code: number | string; message: string }

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

export function fails(suffix: string, code: number | string, message: string): Behaviour {
  return { suffix, description: `Not paid; the result has code ${code}`, failure: { code, message } }
}
