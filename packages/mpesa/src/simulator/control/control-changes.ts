import { z } from 'zod'
import { type CallbackKind, isCallbackKind } from '../b2c/payment-parcel.ts'
import { type BehaviourName, type CodeName, isBehaviourName, isCodeName } from '../behaviours/behaviours.ts'
import { deliverPayment, deliverStk } from '../behaviours/deliver-again.ts'
import { forge } from '../behaviours/forge.ts'
import { type GateName, isGateName } from '../behaviours/gates.ts'
import { initiatorStates } from '../initiator.ts'
import { settleOrder } from '../orders/settle-order.ts'
import { isQueryAnswer, type QueryAnswer } from '../queries/query-parcel.ts'
import { isReplyFault, type ReplyFault } from '../send-reply.ts'
import { isStkScriptName, type StkScriptName } from '../stk/stk-behaviours.ts'
import { isStkCallbackKind, type StkCallbackKind } from '../stk/stk-parcel.ts'
import type { World } from '../world.ts'

const isPaymentScript = (name: unknown) => isBehaviourName(name) || isCodeName(name)
const msisdn = z.string().regex(/^254\d{9}$/)
const distort = z
  .object({
    addKes: z.int(),
    msisdn: z.string(),
    receipt: z.string(),
    codeAsText: z.boolean(),
    onlyReceipt: z.boolean(),
    extraKeys: z.boolean(),
  })
  .partial()

/** The returned value is the answer; `false` is a refusal. */
type Change = (world: World, body: unknown) => unknown

function taking<Body>(schema: z.ZodType<Body>, run: (world: World, body: Body) => unknown): Change {
  return (world, body) => {
    const parsed = schema.safeParse(body)
    return parsed.success && run(world, parsed.data)
  }
}

const gate = z.object({ what: z.custom<GateName>(isGateName) })
const next = z.object({ behaviour: z.custom<BehaviourName | CodeName>(isPaymentScript) })
const nextStk = z.object({ behaviour: z.custom<StkScriptName>(isStkScriptName) })
const nextQuery = z.object({ answer: z.custom<QueryAnswer>(isQueryAnswer) })
const settlement = z.object({
  originatorConversationId: z.string(),
  status: z.enum(['Completed', 'Declined']),
})
const redelivery = z.object({
  originatorConversationId: z.string(),
  kind: z.custom<CallbackKind>(isCallbackKind),
  distort: distort.optional(),
})
const stkRedelivery = z.object({
  checkoutRequestId: z.string(),
  kind: z.custom<StkCallbackKind>(isStkCallbackKind),
})
const forgery = z.object({
  url: z.url({ protocol: /^https?$/ }),
  body: z.unknown().optional(),
  contentType: z.string().optional(),
})
const outage = z.object({ fault: z.custom<ReplyFault>(isReplyFault).nullable() })

export const controlChanges: Record<string, Change> = {
  '/_sim/next': taking(next, ({ script }, { behaviour }) => script.next(behaviour)),
  '/_sim/next-stk': taking(nextStk, ({ script }, { behaviour }) => script.nextStk(behaviour)),
  '/_sim/next-query': taking(nextQuery, ({ script }, { answer }) => script.nextQuery(answer)),
  '/_sim/hold': taking(gate, ({ gates }, { what }) => gates.hold(what)),
  '/_sim/release': taking(gate, ({ gates }, { what }) => gates.release(what)),
  '/_sim/float': taking(z.object({ kes: z.int() }), ({ book }, { kes }) => book.addFloat(kes)),
  '/_sim/wallet': taking(z.object({ msisdn, kes: z.int() }), ({ book }, { msisdn, kes }) =>
    book.addWallet(msisdn, kes),
  ),
  '/_sim/settle': taking(settlement, ({ book }, body) => settleOrder(book, body)),
  '/_sim/deliver': taking(redelivery, deliverPayment),
  '/_sim/deliver-stk': taking(stkRedelivery, deliverStk),
  '/_sim/forge': taking(forgery, (_world, body) => forge(body)),
  '/_sim/expire-token': ({ tokens }) => tokens.revoke(),
  '/_sim/initiator': taking(z.object({ state: z.enum(initiatorStates) }), ({ initiator }, { state }) =>
    initiator.set(state),
  ),
  '/_sim/outage': taking(outage, (world, { fault }) => {
    world.outage.fault = fault ?? undefined
  }),
}
