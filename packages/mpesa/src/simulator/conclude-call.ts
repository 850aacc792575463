import type { Parcel } from './courier.ts'
import { type ReplyFault, sendReply } from './send-reply.ts'
import type { Call, World } from './world.ts'

type Conclusion = {
  parcels: Parcel[]
  timing: 'before-reply' | 'slow' | undefined
  fault: ReplyFault | undefined
  body: object
}

/** Replies to what was accepted, and sends its callbacks on their way. */
export async function concludeCall(world: World, call: Call, conclusion: Conclusion): Promise<void> {
  const { parcels, timing, fault, body } = conclusion
  if (timing === 'before-reply') for (const parcel of parcels) await world.courier.deliver(parcel)
  await world.gates.pass('reply')
  if (timing !== 'before-reply') {
    const delayMs = timing === 'slow' ? world.slowCallbackDelayMs : world.callbackDelayMs
    world.courier.schedule(parcels, delayMs)
  }
  sendReply(call.response, { fault, body, holdMs: world.connectionHoldMs })
}
