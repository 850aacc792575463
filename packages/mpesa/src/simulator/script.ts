import { type Behaviour, type BehaviourName, behaviourOfMsisdn, behaviours } from './behaviours.ts'

/** Decides how a payment behaves: what a test queued first, then what the phone number asks for. */
export function createScript() {
  const queue: BehaviourName[] = []
  const refused = new Set<string>()

  return {
    next: (name: BehaviourName): void => {
      queue.push(name)
    },
    choose(originatorConversationId: string, msisdn: string): Behaviour {
      if (refused.has(originatorConversationId)) return behaviours.ok
      const behaviour: Behaviour = behaviours[queue.shift() ?? behaviourOfMsisdn(msisdn)]
      if (behaviour.refuseFirst) refused.add(originatorConversationId)
      return behaviour
    },
  }
}

export type Script = ReturnType<typeof createScript>
