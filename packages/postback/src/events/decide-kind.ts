import type { EventKind, PartnerScheme } from '../partner-settings.ts'
import type { FieldReader } from './field-reader.ts'

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

export function decideKind(
  scheme: PartnerScheme,
  reader: FieldReader,
  { transactionId, usdMicros }: Facts,
): EventKind | undefined {
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
