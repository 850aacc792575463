import { formatMicros } from './events/parse-micros.ts'
import type { EventKind, PartnerScheme } from './partner-settings.ts'
import type { Pair } from './read-json-pairs.ts'
import { templateParams } from './signatures/signature-scheme.ts'

export type SampleEvent = {
  kind: EventKind
  userRef: string
  transactionId: string
  amountUsdMicros: number
  reference?: string
  offerId?: string
  offerName?: string
  goal?: string
}

/** Express an event in a partner's own parameters. Other parameters that the signature needs are set to `test`. */
export function postbackParams(scheme: PartnerScheme, event: SampleEvent): Pair[] {
  const { fields } = scheme
  const isReverse = event.kind === 'reverse'
  const prefix = isReverse ? (scheme.txPrefixReversal ?? '') : ''
  const takesBackBySign = isReverse && prefix === '' && !canSay(scheme, 'reverse')
  const micros = takesBackBySign ? -event.amountUsdMicros : event.amountUsdMicros
  const params = new Map<string, string>()
  const set = (param: string | undefined, value: string | undefined) => {
    if (param !== undefined && value !== undefined && !params.has(param)) params.set(param, value)
  }
  set(fields.user, event.userRef)
  set(fields.transaction, prefix + event.transactionId)
  set(fields.reference, isReverse ? (event.reference ?? event.transactionId) : undefined)
  set(fields.amountUsd?.param, formatMicros(micros, fields.amountUsd?.unit === 'cents' ? 2 : 0))
  set(fields.amountPoints, formatMicros(micros * (scheme.pointsPerUsd ?? 1)))
  set(fields.offerId, event.offerId ?? '1')
  set(fields.offerName, event.offerName ?? 'Test')
  set(fields.goal, event.goal)
  set(fields.ip, '127.0.0.1')
  for (const { param, values } of scheme.statuses) {
    const valueFor = (kind: EventKind) => Object.entries(values).find(([, meaning]) => meaning === kind)?.[0]
    set(param, valueFor(event.kind) ?? valueFor('credit'))
  }
  if (event.kind === 'test') set(fields.testFlag, 'true')
  for (const param of signedParams(scheme)) set(param, 'test')
  return [...params]
}

function canSay({ statuses }: PartnerScheme, kind: EventKind): boolean {
  return statuses.some(({ values }) => Object.values(values).includes(kind))
}

function signedParams({ signature }: PartnerScheme): string[] {
  if (signature.mode === 'template') return templateParams(signature.template)
  return signature.mode === 'sorted-placeholders' ? signature.params : []
}
