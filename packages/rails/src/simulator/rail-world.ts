import type { createGates } from '@chuma/mpesa/simulator/behaviours/gates'
import type { createCourier, Parcel } from '@chuma/mpesa/simulator/courier'
import type { RailFaultName, ReplyFault } from './faults.ts'
import type { Protocol } from './protocol.ts'
import type { RailBook } from './rail-book.ts'

export type RailOptions = {
  port?: number
  stateFile?: string
  floatKes?: number
  /** Where the portal was told to call back. */
  callbackUrl?: string
  callbackDelayMs?: number
  slowCallbackDelayMs?: number
  connectionHoldMs?: number
}

export type World = {
  protocol: Protocol
  book: RailBook
  gates: ReturnType<typeof createGates>
  courier: ReturnType<typeof createCourier>
  options: Required<Pick<RailOptions, 'callbackDelayMs' | 'slowCallbackDelayMs' | 'connectionHoldMs'>>
  callbackUrl: string
  queued: RailFaultName[]
  refused: Set<string>
  afterStatus: Map<string, Parcel[]>
  outage: ReplyFault | undefined
}
