import type { NotSent, Parsed } from '../wallet/providers.ts'

export type Push = {
  amountKes: number
  msisdn: string
  /** At most 12 characters; shown on the member's phone. */
  accountReference: string
  /** At most 13 characters. */
  description: string
  callbackUrl: string
}
export type PushOutcome =
  | { outcome: 'accepted'; merchantRequestId: string; checkoutRequestId: string }
  | Omit<NotSent, 'stopQueue'>
  /** The member may see the prompt; only a callback can tell. */
  | { outcome: 'unknown'; code: string; reason: string }

/** A callback's result; `code` 0 is a payment. Only `query` can confirm it. */
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

/** Collects money from a member's phone. Nothing here throws for failures of the network or the provider. */
export type Collector = {
  name: string
  push: (push: Push) => Promise<PushOutcome>
  /** Queries the status of a prompt, with an immediate answer. */
  query: (checkoutRequestId: string) => Promise<PushStatus>
  parseCallback: (body: Buffer) => Parsed<PushResult>
}
