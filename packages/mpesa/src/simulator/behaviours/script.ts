import type { QueryAnswer } from '../queries/query-parcel.ts'
import type { StkBehaviour } from '../stk/stk-behaviour.ts'
import { type StkScriptName, stkBehaviourNamed, stkBehaviourOfMsisdn } from '../stk/stk-behaviours.ts'
import type { Behaviour } from './behaviour.ts'
import {
  type BehaviourName,
  behaviourNamed,
  behaviourOfMsisdn,
  behaviours,
  type CodeName,
} from './behaviours.ts'

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

export type Script = ReturnType<typeof createScript>
