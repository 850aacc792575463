import { malform, toContent } from '@chuma/mpesa/simulator/behaviours/malformed'
import type { Parcel } from '@chuma/mpesa/simulator/courier'
import type { CallbackKind, RailFault } from './faults.ts'
import type { RailOrder } from './rail-book.ts'
import type { World } from './rail-world.ts'

/** The callbacks about an order, in the order in which they go out. */
export function parcelsOf(world: World, order: RailOrder, fault: RailFault): Parcel[] {
  const kinds = fault.callbacks ?? (['result'] as const)
  return kinds.flatMap((kind) => toParcel(world, { order, kind, fault }) ?? [])
}

type Wording = { order: RailOrder; kind: CallbackKind; fault: RailFault }

function toParcel(
  { protocol, callbackUrl: url }: World,
  { order, kind, fault }: Wording,
): Parcel | undefined {
  const isPaid = kind === 'success' || (kind !== 'failure' && order.status === 'paid')
  const callback = protocol.callback(order, { isPaid, distort: fault.distort ?? {} })
  if (!callback) return undefined
  const isSound = kind === 'result' || kind === 'success' || kind === 'failure'
  const body = fault.distort?.extraKeys
    ? { ...callback.body, more: { list: [1] }, constructor: { isPaid: true } }
    : callback.body
  const content = isSound ? toContent(body) : malform(kind, body)
  return { url, content, headers: callback.sign(content.text) }
}
