import { formatMicros } from './amounts.ts'
import { type Pair, type PostbackRequest, readPairs } from './request.ts'
import { type EventKind, type PartnerScheme, signaturePlace, templateParams } from './settings.ts'
import { sign, signedMessage } from './signature.ts'

type SampleEvent = {
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

type UnsignedCall = {
  publicBaseUrl: string
  /** `/postback/<public key>` */
  path: string
  /** The partner's parameters, without the signature: see `postbackParams`. */
  params: readonly Pair[]
  /** Default GET. A scheme that signs the body is always sent as JSON. */
  method?: 'GET' | 'POST'
  address?: string
}

/** Build a call as the partner would send it, for test calls by staff and for tests. */
export function signPostback(scheme: PartnerScheme, secret: string, call: UnsignedCall): PostbackRequest {
  const { signature } = scheme
  if (signature.mode === 'none') return writeRequest(scheme, call, '')
  if (signature.mode === 'shared-secret') return writeRequest(scheme, call, secret)
  // Some schemes depend on the signature's position, so the text is taken from a call with a placeholder signature.
  const unsigned = writeRequest(scheme, call, 'unsigned')
  const read = readPairs(signature.mode, unsigned)
  const message = read.ok ? signedMessage(signature, unsigned, read.value) : read
  if (!message.ok) throw new Error(`cannot sign the call: ${message.reason}`)
  return writeRequest(scheme, call, sign(signature, secret, message.pieces))
}

function writeRequest(scheme: PartnerScheme, call: UnsignedCall, signature: string): PostbackRequest {
  const place = signaturePlace(scheme.signature)
  const isSignedBody = scheme.signature.mode === 'raw-body'
  const method = isSignedBody ? 'POST' : (call.method ?? 'GET')
  const signed = (where: 'query' | 'body'): Pair[] =>
    place?.place === where ? [[place.name, signature]] : []
  const query = [...(method === 'GET' ? call.params : []), ...signed('query')]
  const body = [...(method === 'POST' ? call.params : []), ...signed('body')]
  const encodedBody = isSignedBody ? JSON.stringify(Object.fromEntries(body)) : encode(body)
  const contentType = isSignedBody ? 'application/json' : 'application/x-www-form-urlencoded'
  return {
    method,
    rawTarget: query.length === 0 ? call.path : `${call.path}?${encode(query)}`,
    publicBaseUrl: call.publicBaseUrl,
    headers: {
      ...(body.length > 0 && { 'content-type': contentType }),
      ...(place?.place === 'header' && { [place.name.toLowerCase()]: signature }),
    },
    rawBody: body.length === 0 ? Buffer.alloc(0) : Buffer.from(encodedBody, 'utf8'),
    address: call.address ?? '127.0.0.1',
  }
}

function encode(pairs: readonly Pair[]): string {
  return pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
}
