import { z } from 'zod'
import { type BehaviourName, isBehaviourName } from './behaviours.ts'
import { type GateName, isGateName } from './gates.ts'
import { readJson, sendJson } from './http-json.ts'
import { settleOrder } from './settle-order.ts'
import type { Call, World } from './world.ts'

const nextBody = z.object({ behaviour: z.custom<BehaviourName>(isBehaviourName) })
const gateBody = z.object({ what: z.custom<GateName>(isGateName) })
const floatBody = z.object({ kes: z.int() })
const settleBody = z.object({
  originatorConversationId: z.string(),
  status: z.enum(['Completed', 'Declined']),
})

/** The tests' remote control. It is for a simulator that runs in a process of its own. */
export async function handleControl(world: World, { request, response, url }: Call): Promise<void> {
  const answer =
    request.method === 'GET'
      ? read(world, url.pathname)
      : change(world, url.pathname, await readJson(request))
  sendJson(response, answer === undefined ? 400 : 200, answer ?? { error: 'Not understood' })
}

function read(world: World, path: string): object | undefined {
  if (path === '/_sim/ledger') return world.book.ledger()
  if (path === '/_sim/held') return world.gates.held()
  if (path === '/_sim/deliveries') {
    return { underway: world.courier.underway(), deliveries: world.courier.deliveries() }
  }
  return undefined
}

const changes: Record<string, (world: World, body: unknown) => boolean> = {
  '/_sim/next': ({ script }, body) => attempt(nextBody, body, ({ behaviour }) => script.next(behaviour)),
  '/_sim/hold': ({ gates }, body) => attempt(gateBody, body, ({ what }) => gates.hold(what)),
  '/_sim/release': ({ gates }, body) => attempt(gateBody, body, ({ what }) => gates.release(what)),
  '/_sim/float': ({ book }, body) => attempt(floatBody, body, ({ kes }) => book.addFloat(kes)),
  '/_sim/settle': ({ book }, body) => {
    const parsed = settleBody.safeParse(body)
    return parsed.success && settleOrder(book, parsed.data)
  },
}

function change(world: World, path: string, body: unknown): object | undefined {
  return changes[path]?.(world, body) ? { ok: true } : undefined
}

function attempt<Body>(schema: z.ZodType<Body>, body: unknown, run: (body: Body) => void): boolean {
  const parsed = schema.safeParse(body)
  if (parsed.success) run(parsed.data)
  return parsed.success
}
