import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Courier } from './courier.ts'
import type { Gates } from './gates.ts'
import type { OrderBook } from './order-book.ts'
import type { Script } from './script.ts'
import type { Tokens } from './tokens.ts'

export type World = {
  book: OrderBook
  courier: Courier
  gates: Gates
  script: Script
  tokens: Tokens
  callbackDelayMs: number
  slowCallbackDelayMs: number
  connectionHoldMs: number
  consumer?: { key: string; secret: string }
}

export type Call = { request: IncomingMessage; response: ServerResponse; url: URL }
