import { type BehaviourName, behaviours, isBehaviourName } from '@chuma/mpesa/simulator/behaviours'

/** Behaviours that report the opposite of the truth, or another payment's receipt. The first report is believed. */
const LIARS: readonly BehaviourName[] = ['success-then-failure', 'failure-then-success', 'repeated-receipt']

export const honestBehaviours = Object.keys(behaviours)
  .filter(isBehaviourName)
  .filter((name) => !LIARS.includes(name))
