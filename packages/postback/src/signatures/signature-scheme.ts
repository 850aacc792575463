import { refuse } from '@chuma/contract/problems'
import * as z from 'zod'

export const paramName = z.string().regex(/^[A-Za-z0-9_.$-]{1,64}$/, refuse('NOT_A_PARAMETER'))
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
export const signatureScheme = z.discriminatedUnion('mode', [
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

export type SignaturePlace = { place: 'query' | 'body' | 'header'; name: string }

export function signaturePlace(signature: SignatureScheme): SignaturePlace | undefined {
  if (signature.mode === 'none') return undefined
  const at = signature.location.indexOf(':')
  const place = signature.location.slice(0, at)
  const name = signature.location.slice(at + 1)
  return { place: place === 'header' ? 'header' : place === 'body' ? 'body' : 'query', name }
}
