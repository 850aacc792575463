import type { PartnerScheme } from '../partner-settings.ts'
import type { PostbackRequest } from '../postback-request.ts'
import type { Pair } from '../read-json-pairs.ts'
import { readPairs } from '../read-pairs.ts'
import { sign } from './check-signature.ts'
import { signaturePlace } from './signature-scheme.ts'
import { signedMessage } from './signed-message.ts'

export type UnsignedCall = {
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
