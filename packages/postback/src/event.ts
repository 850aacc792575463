import ipaddr from 'ipaddr.js'
import { parseMicros } from './amounts.ts'
import type { RefusalReason } from './refusals.ts'
import { isUnfilledMacro, type Pair } from './request.ts'
import { type EventKind, type PartnerScheme, signaturePlace } from './settings.ts'

/** Replaces a secret in everything shown or stored. Its length does not depend on the secret. */
export const MASK = '••••••••'

/** An event that a partner reports. Amounts are never negative: the kind gives the direction of the money. */
export type PostbackEvent = {
  kind: EventKind
  /** True exactly if the kind is `test`: a test never pays. */
  isTest: boolean
  /** The partner's id. Together with the kind it identifies the event. */
  transactionId: string
  /** The transaction that a reversal takes back; may equal `transactionId`. */
  originalTransactionId?: string
  reference?: string
  /** What we put into the click URL: a click id or a member's reference. */
  userRef: string
  /** Millionths of a USD. Always present and positive for a credit. */
  amountUsdMicros?: number
  /** Millionths of a point in the partner's own count, to compare with. */
  amountPointsMicros?: number
  offerId?: string
  offerName?: string
  /** The step of an offer, together with the offer: other offers have steps of the same name. */
  goal?: string
  type?: string
  reasonCode?: string
  /** The address the partner saw the member at. */
  memberIp?: string
  /** Everything that was read, in the original order. A shared secret is masked. */
  pairs: Pair[]
}
export type ClaimedEvent = Partial<PostbackEvent>
type ParsedEvent =
  | { ok: true; event: PostbackEvent }
  | { ok: false; reason: RefusalReason; claimed: ClaimedEvent }

/** Read the event from a call. `verifyPostback` decides whether the call is genuine. */
export function parseEvent(scheme: PartnerScheme, pairs: readonly Pair[]): ParsedEvent {
  const { fields } = scheme
  const reader = createFieldReader(pairs)
  const userRef = reader.id(fields.user, 'user-invalid')
  if (userRef === undefined) reader.refuse('user-missing')
  const transactionId = reader.id(fields.transaction, 'transaction-invalid')
  if (transactionId === undefined) reader.refuse('transaction-missing')
  const { usd: stated, points } = readAmounts(scheme, reader)
  const usd = Math.abs(stated ?? 0) > MAX_USD_MICROS ? reader.refuse('amount-too-large') : stated
  const kind = decideKind(scheme, reader, { transactionId, usdMicros: usd })
  const reference = reader.id(fields.reference, 'reference-invalid')
  const original = kind === 'reverse' ? originalOf(scheme, { transactionId, reference }) : undefined
  if (original === '') reader.refuse('transaction-invalid')
  if (kind === 'credit' && usd === undefined) reader.refuse('amount-missing')
  if (isOverCeiling(scheme, kind, usd)) reader.refuse('over-ceiling')

  const details = {
    ...withoutAbsent({
      originalTransactionId: original,
      reference,
      amountUsdMicros: usd === undefined ? undefined : Math.abs(usd),
      amountPointsMicros: points === undefined ? undefined : Math.abs(points),
      offerId: reader.label(fields.offerId),
      offerName: reader.label(fields.offerName),
      goal: goalOf(fields, reader),
      type: reader.label(fields.type),
      reasonCode: reader.label(fields.reason),
      memberIp: readIp(reader.label(fields.ip)),
    }),
    pairs: maskSecret(scheme, pairs),
  }
  const reason = reader.firstReason()
  if (reason || kind === undefined || transactionId === undefined || userRef === undefined) {
    const identity = withoutAbsent({ kind, transactionId, userRef })
    return { ok: false, reason: reason ?? 'transaction-missing', claimed: { ...identity, ...details } }
  }
  return { ok: true, event: { kind, isTest: kind === 'test', transactionId, userRef, ...details } }
}

/** A million USD: more is a mistake or a forgery, and its columns hold no more than eight digits. */
const MAX_USD_MICROS = 1_000_000_000_000

type Amounts = { usd?: number | undefined; points?: number | undefined }

/** Only the decisive amount must be valid; the other is for comparison. */
function readAmounts({ fields, pointsPerUsd }: PartnerScheme, reader: FieldReader): Amounts {
  const pointsText = reader.text(fields.amountPoints)
  if (pointsPerUsd === undefined) {
    const stated = pointsText === undefined ? undefined : parseMicros(pointsText)
    const shift = fields.amountUsd?.unit === 'cents' ? 2 : 0
    return {
      usd: readMicros(reader, reader.text(fields.amountUsd?.param), shift),
      points: stated?.ok ? stated.micros : undefined,
    }
  }
  const points = readMicros(reader, pointsText, 0)
  return { points, usd: points === undefined ? undefined : Math.round(points / pointsPerUsd) }
}

function readMicros(reader: FieldReader, text: string | undefined, shift: number): number | undefined {
  if (text === undefined) return undefined
  const parsed = parseMicros(text, shift)
  return parsed.ok ? parsed.micros : reader.refuse(parsed.reason)
}

function goalOf(fields: PartnerScheme['fields'], reader: FieldReader): string | undefined {
  const goal = reader.label(fields.goal)
  return goal === undefined ? undefined : [reader.label(fields.offerId) ?? [], goal].flat().join('/')
}

type Ids = { transactionId: string | undefined; reference: string | undefined }

function originalOf({ txPrefixReversal }: PartnerScheme, { transactionId, reference }: Ids) {
  if (txPrefixReversal !== undefined && transactionId?.startsWith(txPrefixReversal)) {
    return transactionId.slice(txPrefixReversal.length)
  }
  return reference ?? transactionId
}

function isOverCeiling({ ceilings }: PartnerScheme, kind: EventKind | undefined, usd = 0): boolean {
  const ceiling = ceilings.maxUsdCentsPerEvent
  const gives = kind === 'credit' || kind === 'screenout' || kind === 'pending'
  return ceiling !== undefined && gives && usd > ceiling * 10_000
}

function readIp(text: string | undefined): string | undefined {
  return text !== undefined && (ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text))
    ? ipaddr.process(text).toString()
    : undefined
}

function maskSecret({ signature }: PartnerScheme, pairs: readonly Pair[]): Pair[] {
  if (signature.mode !== 'shared-secret') return [...pairs]
  const secretParam = signaturePlace(signature)?.name
  return pairs.map(([name, value]) => (name === secretParam ? [name, MASK] : [name, value]))
}

function withoutAbsent<T extends Record<string, unknown>>(fields: T) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}

/** If several parameters give a meaning, the first of these wins. */
const mostCautiousFirst: readonly EventKind[] = [
  'test',
  'reverse',
  'ignore',
  'pending',
  'screenout',
  'info',
  'credit',
]
const paying: readonly (EventKind | undefined)[] = ['credit', 'screenout', 'pending']

type Facts = { transactionId: string | undefined; usdMicros: number | undefined }

function decideKind(scheme: PartnerScheme, reader: FieldReader, { transactionId, usdMicros }: Facts) {
  const stated = statedKind(scheme, reader)
  if (stated === undefined || stated === 'ignore') return stated
  if (isTest(reader.text(scheme.fields.testFlag))) return 'test'
  const prefix = scheme.txPrefixReversal
  if (prefix !== undefined && transactionId?.startsWith(prefix) && stated !== 'test') return 'reverse'
  if (usdMicros !== undefined && usdMicros < 0 && paying.includes(stated)) {
    return scheme.amountSign === 'signed' ? 'reverse' : reader.refuse('amount-negative')
  }
  // Partners report steps that pay nothing in the same form as those that pay.
  return stated === 'credit' && usdMicros === 0 ? 'info' : stated
}

function statedKind({ statuses }: PartnerScheme, reader: FieldReader): EventKind | undefined {
  const kinds = new Set<EventKind | undefined>()
  for (const { param, values, otherwise, missing } of statuses) {
    const value = reader.text(param)
    if (value === undefined) kinds.add(missing ?? reader.refuse('status-missing'))
    else if (Object.hasOwn(values, value)) kinds.add(values[value])
    else kinds.add(otherwise ?? reader.refuse('status-unknown'))
  }
  if (kinds.has(undefined)) return undefined
  return statuses.length === 0 ? 'credit' : mostCautiousFirst.find((kind) => kinds.has(kind))
}

function isTest(flag: string | undefined): boolean {
  return flag !== undefined && !['0', 'false', 'no'].includes(flag.toLowerCase())
}

/** Read parameters and collect their problems; the first becomes the reason. */
function createFieldReader(pairs: readonly Pair[]) {
  const reasons: RefusalReason[] = []
  const refuse = (reason: RefusalReason) => {
    reasons.push(reason)
    return undefined
  }

  function text(param: string | undefined): string | undefined {
    const found = pairs.filter(([name]) => name === param)
    if (found.length > 1) return refuse('repeated-parameter')
    const value = found[0]?.[1].trim() ?? ''
    return value === '' || isUnfilledMacro(value) ? undefined : value
  }

  /** A value compared with stored ones: short, printable ASCII. */
  function id(param: string | undefined, invalid: RefusalReason): string | undefined {
    const value = text(param)
    return value === undefined || /^[\x20-\x7e]{1,200}$/.test(value) ? value : refuse(invalid)
  }

  /** A value for people to read. */
  function label(param: string | undefined): string | undefined {
    const visible = text(param)
      ?.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
      .trim()
    return visible ? [...visible].slice(0, 200).join('') : undefined
  }

  return { text, id, label, refuse, firstReason: () => reasons[0] }
}
type FieldReader = ReturnType<typeof createFieldReader>
