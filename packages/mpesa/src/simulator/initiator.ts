import { codeMessage } from './b2c/code-messages.ts'
import type { Failure } from './behaviours/behaviour.ts'

export const initiatorStates = ['valid', 'invalid', 'locked'] as const
export type InitiatorState = (typeof initiatorStates)[number]

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

export type Initiator = ReturnType<typeof createInitiator>
