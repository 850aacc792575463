import type { IncomingHttpHeaders } from 'node:http'
import type { Distortion, Refusal } from './faults.ts'
import type { RailOrder } from './rail-book.ts'

export type Request = { method: string; url: URL; headers: IncomingHttpHeaders; text: string }
export type Reply = { status: number; body: object }
export type Callback = { body: object; sign: (text: string) => Record<string, string> }
export type OrderRequest = { id: string; msisdn: string; amountKes: number }

/** How one provider words what every simulator does. */
export type Protocol = {
  /** What the request asks for. A reply: what is none of these, such as a token. */
  read: (
    request: Request,
  ) =>
    | { ask: 'order'; order: OrderRequest }
    | { ask: 'status'; find: { id: string } | { reference: string } }
    | { ask: 'balance' }
    | { ask: 'reply'; reply: Reply }
  newOrder: () => Pick<RailOrder, 'reference' | 'receipt'>
  /** The limits of one payment. */
  mostKes: number
  accepted: (order: RailOrder, isSilent: boolean) => Reply
  refused: (refusal: Refusal | 'error', order: OrderRequest | null) => Reply
  status: (order: RailOrder | undefined) => Reply
  balance: (kes: number) => Reply
  /** Undefined: the provider calls back about nothing that it did not take. */
  callback: (order: RailOrder, as: { isPaid: boolean; distort: Distortion }) => Callback | undefined
  /** Ends the life of what `read` accepts as permission. */
  revoke: () => void
}
