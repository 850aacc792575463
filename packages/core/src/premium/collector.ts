import type { NotSent, Parsed } from '../payouts/attempts/payouts.ts'

export type Push = {
  amountKes: number
  msisdn: string
  /** At most 12 characters; the member reads it on his telephone. */
  accountReference: string
  /** At most 13 characters. */
  description: string
  callbackUrl: string
}
export type PushOutcome =
  | { outcome: 'accepted'; merchantRequestId: string; checkoutRequestId: string }
  | Omit<NotSent, 'stopQueue'>
  /** The member may be looking at the prompt; only a call-back can tell. */
  | { outcome: 'unknown'; code: string; reason: string }

/** What a call-back says; `code` 0 is a payment. Whether it is true only `query` tells. */
export type PushResult = {
  checkoutRequestId: string
  code: string
  description: string
  isPaid: boolean
  receipt?: string
  amountKes?: number
}
export type PushStatus =
  | { outcome: 'paid' }
  | { outcome: 'failed'; code: string; description: string }
  | { outcome: 'pending'; code: string; reason: string }

/** Who collects money from a member's telephone. Nothing here throws for what the network or the other side does. */
export type Collector = {
  name: string
  push: (push: Push) => Promise<PushOutcome>
  /** Asks at once, and is answered at once, what became of a prompt. */
  query: (checkoutRequestId: string) => Promise<PushStatus>
  parseCallback: (body: Buffer) => Parsed<PushResult>
}
