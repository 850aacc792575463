import { profileMapping } from '@chuma/contract/partners/partners'
import { refuse } from '@chuma/contract/problems'
import * as z from 'zod'
import { isAddressRange, isBroadRange } from './addresses.ts'

const paramName = z.string().regex(/^[A-Za-z0-9_.$-]{1,64}$/, refuse('NOT_A_PARAMETER'))
const anywhere = z.string().regex(/^(query|body|header):[A-Za-z0-9_.$-]{1,64}$/, refuse('NOT_A_PLACE'))
const besideBody = z
  .string()
  .regex(/^(query|header):[A-Za-z0-9_.$-]{1,64}$/, refuse('NOT_A_PLACE_BESIDE_BODY'))
const inQuery = z.string().regex(/^query:[A-Za-z0-9_.$-]{1,64}$/, refuse('NOT_A_PLACE_IN_QUERY'))

const digest = {
  hash: z.enum(['md5', 'sha1', 'sha256', 'sha512']),
  /** `plain` hashes the secret with the text: where a template places it, otherwise after the text. */
  keyed: z.enum(['hmac', 'plain']),
  encoding: z.enum(['hex', 'base64', 'base64url']),
}

const placeholder = /\{([A-Za-z0-9_.$-]{1,64})(:int)?\}/g

/** How a partner signs calls, and which part of a call the signature covers. */
const signatureScheme = z.discriminatedUnion('mode', [
  /** A text composed of parameters: `{trans_id}-{secret}`. `{value:int}` drops the decimals. */
  z.strictObject({
    mode: z.literal('template'),
    template: z
      .string()
      .min(1)
      .max(500)
      .refine((text) => !/[{}]/.test(text.replace(placeholder, '')), refuse('TEMPLATE_BRACE')),
    location: anywhere,
    ...digest,
  }),
  /** The registered URL up to the signature, which must be its last parameter. */
  z.strictObject({ mode: z.literal('full-url-before-param'), location: inQuery, ...digest }),
  /** The same without the signature, in any position. */
  z.strictObject({ mode: z.literal('full-url-minus-param'), location: inQuery, ...digest }),
  /** The parameters of the query, sorted by name and encoded as a form. */
  z.strictObject({ mode: z.literal('sorted-query'), location: besideBody, ...digest }),
  /** The unchanged query without the signature. */
  z.strictObject({ mode: z.literal('query-minus-param'), location: inQuery, ...digest }),
  /** The joined values of these parameters, sorted by name. In the URL name them like the partner's macros. */
  z.strictObject({
    mode: z.literal('sorted-placeholders'),
    params: z
      .array(paramName)
      .min(1)
      .max(40)
      .refine((names) => new Set(names).size === names.length, refuse('REPEATED')),
    omitWhenEmpty: z.array(paramName).max(40),
    separator: z.string().max(3),
    location: anywhere,
    ...digest,
  }),
  z.strictObject({ mode: z.literal('raw-body'), location: besideBody, ...digest }),
  /** The call contains the secret itself. It proves who calls, but covers no field. */
  z.strictObject({ mode: z.literal('shared-secret'), location: anywhere }),
  z.strictObject({ mode: z.literal('none') }),
])
export type SignatureScheme = z.infer<typeof signatureScheme>
export type DigestScheme = Exclude<SignatureScheme, { mode: 'shared-secret' | 'none' }>

type TemplatePart = { text: string } | { param: string; whole: boolean }

/** List a template's parameters; `{secret}` is listed as `secret`. */
export function templateParts(template: string): TemplatePart[] {
  const parts: TemplatePart[] = []
  let end = 0
  for (const match of template.matchAll(placeholder)) {
    if (match.index > end) parts.push({ text: template.slice(end, match.index) })
    parts.push({ param: match[1] ?? '', whole: match[2] !== undefined })
    end = match.index + match[0].length
  }
  if (end < template.length) parts.push({ text: template.slice(end) })
  return parts
}

export function templateParams(template: string): string[] {
  const names = templateParts(template).flatMap((part) => ('param' in part ? [part.param] : []))
  return [...new Set(names)].filter((name) => name !== 'secret')
}

type SignaturePlace = { place: 'query' | 'body' | 'header'; name: string }

export function signaturePlace(signature: SignatureScheme): SignaturePlace | undefined {
  if (signature.mode === 'none') return undefined
  const at = signature.location.indexOf(':')
  const place = signature.location.slice(0, at)
  const name = signature.location.slice(at + 1)
  return { place: place === 'header' ? 'header' : place === 'body' ? 'body' : 'query', name }
}

const EVENT_KINDS = ['credit', 'screenout', 'pending', 'reverse', 'info', 'test', 'ignore'] as const
export type EventKind = (typeof EVENT_KINDS)[number]
const eventKind = z.enum(EVENT_KINDS)

const reply = (statuses: z.ZodType<number>) =>
  z.strictObject({
    status: statuses,
    body: z
      .string()
      .max(200)
      .regex(/^[\x20-\x7e]*$/, refuse('NOT_PRINTABLE')),
  })
const delivered = z.int().min(200).max(299)

const usdCents = z.int().min(1).max(100_000_00)
const points = z.int().min(1).max(1_000_000_000)

/** A partner's stored settings. Parse them with `partnerScheme`, which refuses unsafe ones. */
const partnerSettings = z.strictObject({
  signature: signatureScheme,
  /** The meaning of the partner's parameters. */
  fields: z.strictObject({
    /** Carries our click id, or the member's reference. */
    user: paramName,
    transaction: paramName,
    /** The transaction that a reversal takes back. */
    reference: paramName.optional(),
    amountUsd: z.strictObject({ param: paramName, unit: z.enum(['dollars', 'cents']) }).optional(),
    /** The amount in the currency agreed with the partner. */
    amountPoints: paramName.optional(),
    offerId: paramName.optional(),
    offerName: paramName.optional(),
    /** The step of an offer that is paid on its own. Of one click each goal pays once. */
    goal: paramName.optional(),
    type: paramName.optional(),
    reason: paramName.optional(),
    ip: paramName.optional(),
    testFlag: paramName.optional(),
  }),
  /** When set, `amountPoints` at this rate decides what an event is worth, and `amountUsd` is not read. */
  pointsPerUsd: z.int().min(1).max(1_000_000).optional(),
  /**
   * The meaning of a parameter's values. Of several parameters the most cautious meaning counts. An unlisted value means
   * `otherwise`, an absent one `missing`; without these the event is refused.
   */
  statuses: z
    .array(
      z.strictObject({
        param: paramName,
        values: z.record(z.string().min(1).max(64), eventKind),
        otherwise: eventKind.exclude(['credit'], refuse('UNKNOWN_VALUE_PAYS')).optional(),
        missing: eventKind.optional(),
      }),
    )
    .max(6),
  /** `signed`: a negative amount is a reversal. `absolute`: amounts are never negative, the status decides. */
  amountSign: z.enum(['signed', 'absolute']),
  /** A transaction id with this prefix reverses the transaction after the prefix. */
  txPrefixReversal: z
    .string()
    .min(1)
    .max(10)
    .regex(/^[\x21-\x7e]*$/, refuse('NOT_PRINTABLE'))
    .optional(),
  /** The addresses whose calls are accepted. Empty: all. */
  ipAllow: z
    .array(
      z
        .string()
        .refine(isAddressRange, refuse('NOT_AN_ADDRESS_RANGE'))
        .refine((range) => !isBroadRange(range), refuse('ADDRESS_RANGE_TOO_WIDE')),
    )
    .max(100),
  ceilings: z.strictObject({
    maxUsdCentsPerEvent: usdCents.optional(),
    maxUsdCentsPerMemberDay: usdCents.optional(),
    /** What is above these waits for staff. */
    maxPointsPerMemberDay: points.optional(),
    maxPointsPerDay: points.optional(),
    /** What the partner may owe before its credits wait for staff. */
    maxUsdCentsOutstanding: usdCents.optional(),
  }),
  /** Which answers of members who share them the partner gets with its address. None: none. */
  profile: profileMapping.optional(),
  /** How long a credit waits before it can be withdrawn. */
  holdDays: z.int().min(0).max(180),
  /** The answers to the partner. Only `retry` may cause another call. */
  replies: z.strictObject({
    ok: reply(delivered),
    duplicate: reply(delivered),
    rejected: reply(z.int().min(200).max(499)),
    retry: reply(z.int().min(500).max(599)),
  }),
})
export type PartnerScheme = z.infer<typeof partnerSettings>
export type ReplyKind = keyof PartnerScheme['replies']

export type SignatureCoverage = { user: boolean; transaction: boolean; amount: boolean; status: boolean }

/** The fields that cannot be changed without the secret. Only addresses and ceilings protect the rest. */
export function signatureCoverage(scheme: PartnerScheme): SignatureCoverage {
  const covers = (param: string) => coversParam(scheme.signature, param)
  return {
    user: covers(scheme.fields.user),
    transaction: covers(scheme.fields.transaction),
    amount: covers(amountParam(scheme) ?? ''),
    status: scheme.statuses.every(({ param }) => covers(param)),
  }
}

/** The parameter that decides an event's value. */
function amountParam({ fields, pointsPerUsd }: PartnerScheme): string | undefined {
  return pointsPerUsd === undefined ? fields.amountUsd?.param : fields.amountPoints
}

function coversParam(signature: SignatureScheme, param: string): boolean {
  switch (signature.mode) {
    case 'none':
    case 'shared-secret':
      return false
    case 'template':
      return templateParams(signature.template).includes(param)
    case 'sorted-placeholders':
      return signature.params.includes(param)
    default:
      return true
  }
}

type Unsafe = { path: string[] } & Refusal
type Refusal = ReturnType<typeof refuse>

/**
 * A partner's stored settings. Besides the form, the schema refuses settings that would let a stranger create points, and
 * names the field to change.
 */
export const partnerScheme = partnerSettings.superRefine((scheme, ctx) => {
  for (const unsafe of [...unclearAmount(scheme), ...forgeable(scheme), ...unprotected(scheme)]) {
    ctx.addIssue({ code: 'custom', path: unsafe.path, message: unsafe.error })
  }
})

function unclearAmount(scheme: PartnerScheme): Unsafe[] {
  if (amountParam(scheme) !== undefined) return []
  return scheme.pointsPerUsd === undefined
    ? [{ path: ['fields', 'amountUsd'], ...refuse('SCHEME_WITHOUT_AMOUNT') }]
    : [{ path: ['fields', 'amountPoints'], ...refuse('SCHEME_WITHOUT_POINTS') }]
}

function forgeable({ signature }: PartnerScheme): Unsafe[] {
  const unsafe: Unsafe[] = []
  if (signature.mode === 'template') {
    const path = ['signature', 'template']
    const params = templateParams(signature.template)
    if (signature.keyed === 'plain' && !signature.template.includes('{secret}')) {
      unsafe.push({ path, ...refuse('SCHEME_WITHOUT_SECRET') })
    }
    if (params.length === 0) unsafe.push({ path, ...refuse('SCHEME_COVERS_NOTHING') })
    const place = signaturePlace(signature)
    if (place && place.place !== 'header' && params.includes(place.name)) {
      unsafe.push({ path, ...refuse('SCHEME_SIGNS_SIGNATURE') })
    }
  }
  if (signature.mode === 'sorted-placeholders') {
    const path = ['signature', 'params']
    if (signature.params.includes(signaturePlace(signature)?.name ?? '')) {
      unsafe.push({ path, ...refuse('SCHEME_SIGNS_SIGNATURE') })
    }
    if (signature.omitWhenEmpty.some((name) => !signature.params.includes(name))) {
      unsafe.push({ path: ['signature', 'omitWhenEmpty'], ...refuse('SCHEME_OMITS_UNSIGNED') })
    }
  }
  return unsafe
}

function unprotected(scheme: PartnerScheme): Unsafe[] {
  if (scheme.ipAllow.length > 0) return []
  if (scheme.signature.mode === 'none') {
    return [{ path: ['ipAllow'], ...refuse('SCHEME_WITHOUT_ADDRESSES') }]
  }
  const covered = signatureCoverage(scheme)
  const unsafe: Unsafe[] = []
  const open = (['user', 'amount', 'status'] as const).filter((part) => !covered[part])
  if (open.length > 0 && Object.values(scheme.ceilings).every((ceiling) => ceiling === undefined)) {
    unsafe.push({ path: ['ceilings'], ...refuse('SCHEME_UNCOVERED', { parts: open }) })
  }
  // One genuine call could be repeated with new ids, each below the ceiling per event.
  if (!covered.transaction && scheme.ceilings.maxUsdCentsPerMemberDay === undefined) {
    unsafe.push({
      path: ['ceilings', 'maxUsdCentsPerMemberDay'],
      ...refuse('SCHEME_TRANSACTION_UNCOVERED'),
    })
  }
  return unsafe
}
