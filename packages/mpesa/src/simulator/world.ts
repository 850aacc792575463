import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type Behaviour,
  type BehaviourName,
  behaviourNamed,
  behaviourOfMsisdn,
  behaviours,
} from './behaviours.ts'
import { type CodeName, codeMessage, type Failure, type QueryAnswer } from './callbacks.ts'
import type { Delivery, Parcel } from './courier.ts'
import type { OrderBook } from './orders.ts'
import type { ReplyFault } from './replies.ts'
import {
  type EarlyAnswer,
  type StkBehaviour,
  type StkScriptName,
  stkBehaviourNamed,
  stkBehaviourOfMsisdn,
} from './stk-behaviours.ts'

export type World = Delivery & {
  book: OrderBook
  script: Script
  tokens: Tokens
  initiator: Initiator
  /** What the next queries about a push say, by CheckoutRequestID, and the callbacks that follow the last of them. */
  undecided: Map<string, { times: number; answer: EarlyAnswer; callbacks: Parcel[] }>
  /** Set, every call but the remote control's gets this. */
  outage: { fault: ReplyFault | undefined }
  consumer?: { key: string; secret: string }
  /** Left out, any passkey is good. */
  passkey?: string
}

export type Call = { request: IncomingMessage; response: ServerResponse; url: URL }

/** Decides how a call behaves: what a test queued first, then what the phone number asks for. */
export function createScript() {
  const payments: (BehaviourName | CodeName)[] = []
  const pushes: StkScriptName[] = []
  const queries: QueryAnswer[] = []
  const refused = new Set<string>()

  return {
    next: (name: BehaviourName | CodeName): void => {
      payments.push(name)
    },
    nextStk: (name: StkScriptName): void => {
      pushes.push(name)
    },
    nextQuery: (answer: QueryAnswer): void => {
      queries.push(answer)
    },
    choose(originatorConversationId: string, msisdn: string): Behaviour {
      if (refused.has(originatorConversationId)) return behaviours.ok
      const behaviour = behaviourNamed(payments.shift() ?? behaviourOfMsisdn(msisdn))
      if (behaviour.refuseFirst) refused.add(originatorConversationId)
      return behaviour
    },
    chooseStk: (msisdn: string): StkBehaviour =>
      stkBehaviourNamed(pushes.shift() ?? stkBehaviourOfMsisdn(msisdn)),
    chooseQuery: (): QueryAnswer => queries.shift() ?? 'normal',
  }
}

type Script = ReturnType<typeof createScript>

/** Only the newest token is valid, as at Safaricom. */
export function createTokens(lifeSeconds: number) {
  let current: { token: string; expiresAt: number } | undefined
  return {
    lifeSeconds,
    issue() {
      current = { token: randomBytes(21).toString('base64url'), expiresAt: Date.now() + lifeSeconds * 1000 }
      return current.token
    },
    accepts(authorization: string | undefined) {
      return (
        current !== undefined && authorization === `Bearer ${current.token}` && Date.now() < current.expiresAt
      )
    },
    revoke() {
      current = undefined
    },
  }
}

type Tokens = ReturnType<typeof createTokens>

export const initiatorStates = ['valid', 'invalid', 'locked'] as const
type InitiatorState = (typeof initiatorStates)[number]

/** Our user at Safaricom. After `lockAfter` wrong credentials in a row it is locked until somebody unlocks it. */
export function createInitiator(lockAfter: number) {
  let state: InitiatorState = 'valid'
  let wrongInARow = 0
  const fail = (code: number): Failure => ({ code, message: codeMessage(code) })

  function countWrong() {
    wrongInARow += 1
    if (wrongInARow >= lockAfter) state = 'locked'
  }
  function refuse(): Failure | undefined {
    if (state === 'valid') return undefined
    if (state === 'locked') return fail(8006)
    countWrong()
    return fail(2001)
  }

  return {
    set(next: InitiatorState): void {
      state = next
      wrongInARow = 0
    },
    state: () => state,
    /** What becomes of a payment that would otherwise end with `outcome`. */
    judgePayment(outcome: Failure | undefined): Failure | undefined {
      const failure = refuse() ?? outcome
      if (failure?.code !== 2001) wrongInARow = 0
      else if (state === 'valid') countWrong()
      return failure
    },
    refuse,
  }
}

type Initiator = ReturnType<typeof createInitiator>
