import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Gates } from './behaviours/gates.ts'
import type { Script } from './behaviours/script.ts'
import type { Courier, Parcel } from './courier.ts'
import type { Initiator } from './initiator.ts'
import type { OrderBook } from './orders/order-book.ts'
import type { ReplyFault } from './send-reply.ts'
import type { EarlyAnswer } from './stk/stk-behaviour.ts'
import type { Tokens } from './tokens.ts'

export type World = {
  book: OrderBook
  courier: Courier
  gates: Gates
  script: Script
  tokens: Tokens
  initiator: Initiator
  /** Results that wait for a status query, by OriginatorConversationID. */
  afterStatus: Map<string, Parcel[]>
  /** What the next queries about a push say, by CheckoutRequestID, and the callbacks that follow the last of them. */
  undecided: Map<string, { times: number; answer: EarlyAnswer; callbacks: Parcel[] }>
  /** Set, every call but the remote control's gets this. */
  outage: { fault: ReplyFault | undefined }
  callbackDelayMs: number
  slowCallbackDelayMs: number
  connectionHoldMs: number
  consumer?: { key: string; secret: string }
  /** Left out, any passkey is good. */
  passkey?: string
}

export type Call = { request: IncomingMessage; response: ServerResponse; url: URL }
