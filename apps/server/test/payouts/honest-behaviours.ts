import { type BehaviourName, behaviours, isBehaviourName } from '@chuma/mpesa/simulator/behaviours/behaviours'

/** Those that say the opposite of the truth, or name another payment's receipt. What comes first is believed. */
const LIARS: readonly BehaviourName[] = ['success-then-failure', 'failure-then-success', 'repeated-receipt']

export const honestBehaviours = Object.keys(behaviours)
  .filter(isBehaviourName)
  .filter((name) => !LIARS.includes(name))
