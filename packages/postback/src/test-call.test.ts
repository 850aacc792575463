import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { partnerPresets } from './presets.ts'
import type { Pair, PostbackRequest } from './request.ts'
import { type PartnerScheme, signaturePlace, templateParams } from './settings.ts'
import { postbackParams, signPostback } from './test-call.ts'
import { BASE, PATH } from './testing.ts'
import { explainSignature, verifyPostback } from './verdict.ts'

const presets = partnerPresets.map((preset) => [preset.id, preset.scheme] as const)
const fromKnownAddress = (scheme: PartnerScheme) => scheme.ipAllow[0] ?? '192.0.2.7'

const id = fc
  .string({ minLength: 1, maxLength: 30, unit: 'grapheme-ascii' })
  .map((text) => text.trim())
  .filter((text) => text !== '' && !/^[[{]/.test(text) && !text.startsWith('r-'))
const secret = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' })
const sample = fc.record({
  userRef: id,
  transactionId: id,
  offerName: fc
    .string({ minLength: 1, maxLength: 30, unit: 'grapheme' })
    .filter((text) => !text.includes('\0')),
  amountUsdMicros: fc.integer({ min: 1, max: 20 }).map((dollars) => dollars * 1_000_000),
})

describe('our test call equals the partner’s', () => {
  test.each(presets)('%s', (_id, scheme) => {
    fc.assert(
      fc.property(sample, secret, (event, key) => {
        const params = postbackParams(scheme, { ...event, kind: 'credit' })
        const call = { publicBaseUrl: BASE, path: PATH, params, address: fromKnownAddress(scheme) }
        const verdict = verifyPostback(scheme, [key], signPostback(scheme, key, call))
        expect(verdict).toMatchObject({
          ok: true,
          event: {
            kind: 'credit',
            userRef: event.userRef,
            transactionId: event.transactionId,
            amountUsdMicros: event.amountUsdMicros,
          },
        })
      }),
    )
  })

  test.each(
    presets.flatMap(([name, scheme]) => {
      const said = scheme.statuses.flatMap(({ values }) => Object.values(values))
      const bySign = scheme.amountSign === 'signed' ? (['reverse'] as const) : []
      return [...new Set([...said, ...bySign])].map((kind) => [name, kind, scheme] as const)
    }),
  )('%s can say %s', (_id, kind, scheme) => {
    const event = { kind, userRef: 'c1', transactionId: 't1', amountUsdMicros: 2_000_000 }
    const call = { publicBaseUrl: BASE, path: PATH, params: postbackParams(scheme, event) }
    const request = signPostback(scheme, 'key', { ...call, address: fromKnownAddress(scheme) })
    expect(verifyPostback(scheme, ['key'], request)).toMatchObject({
      ok: true,
      event: { kind, ...(kind === 'reverse' && { originalTransactionId: 't1' }) },
    })
  })

  test('a form can be signed like a query', () => {
    const scheme = {
      ...wannads(),
      signature: { ...wannads().signature, location: 'body:signature' },
    } as PartnerScheme
    const event = { kind: 'credit' as const, userRef: 'c1', transactionId: 't1', amountUsdMicros: 2_000_000 }
    const params = postbackParams(scheme, event)
    const request = signPostback(scheme, 'key', { publicBaseUrl: BASE, path: PATH, params, method: 'POST' })
    expect(request).toMatchObject({ method: 'POST', rawTarget: PATH })
    expect(verifyPostback(scheme, ['key'], request)).toMatchObject({ ok: true, event: { userRef: 'c1' } })
  })

  test('an unsignable call says why', () => {
    const call = { publicBaseUrl: BASE, path: PATH, params: [] }
    expect(() => signPostback(wannads(), 'key', call)).toThrow('cannot sign the call: signed-field-missing')
  })
})

/** Flip one bit of one byte of the call. */
function flipBit(
  request: PostbackRequest,
  part: 'target' | 'body' | 'header',
  [from, to, pick]: [number, number, number],
) {
  const source = {
    target: Buffer.from(request.rawTarget, 'latin1'),
    body: Buffer.from(request.rawBody),
    header: Buffer.from(headerValue(request), 'latin1'),
  }[part]
  const bit = from * 8 + (pick % ((to - from) * 8))
  const bytes = Buffer.from(source)
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  const text = bytes.toString('latin1')
  if (part === 'target') return { ...request, rawTarget: text }
  if (part === 'body') return { ...request, rawBody: bytes }
  const name = Object.keys(request.headers).find((key) => key.startsWith('x-')) ?? ''
  return { ...request, headers: { ...request.headers, [name]: text } }
}

const headerValue = ({ headers }: PostbackRequest) =>
  String(Object.entries(headers).find(([key]) => key.startsWith('x-'))?.[1] ?? '')

/** The parts of a call that its signature covers, including the signature. */
function coveredParts(
  scheme: PartnerScheme,
  request: PostbackRequest,
): ['target' | 'body' | 'header', number, number][] {
  const { signature } = scheme
  const { rawTarget, rawBody } = request
  const parts: ['target' | 'body' | 'header', number, number][] = []
  const place = signaturePlace(signature)
  if (place?.place === 'header') parts.push(['header', 0, headerValue(request).length])
  if (signature.mode === 'raw-body') parts.push(['body', 0, rawBody.length])
  if (signature.mode.startsWith('full-url')) parts.push(['target', 0, rawTarget.length])
  if (signature.mode.includes('query')) parts.push(['target', rawTarget.indexOf('?') + 1, rawTarget.length])
  const named =
    signature.mode === 'template'
      ? templateParams(signature.template)
      : signature.mode === 'sorted-placeholders'
        ? signature.params
        : []
  const inQuery = place?.place === 'query' ? [place.name] : []
  if (named.length > 0 || signature.mode === 'shared-secret') {
    let at = rawTarget.indexOf('?') + 1
    for (const piece of rawTarget.slice(at).split('&')) {
      const name = piece.split('=')[0] ?? ''
      if ([...named, ...inQuery].includes(name)) parts.push(['target', at, at + piece.length])
      at += piece.length + 1
    }
  }
  return parts
}

/** Hexadecimal digits are equal in both cases, and so are two escapes of one byte outside a signed URL. */
function meansTheSame(scheme: PartnerScheme, a: PostbackRequest, b: PostbackRequest) {
  const { signature } = scheme
  const hex = 'encoding' in signature && signature.encoding === 'hex'
  const isRaw = signature.mode.startsWith('full-url') || signature.mode === 'query-minus-param'
  const canonical = (request: PostbackRequest) => {
    const place = signaturePlace(signature)
    const at =
      place?.place === 'query' ? request.rawTarget.lastIndexOf(`&${place.name}=`) : request.rawTarget.length
    const said = request.rawTarget.slice(0, at)
    const proof = request.rawTarget.slice(at) + headerValue(request)
    const body = request.rawBody.toString('latin1')
    const upper = (text: string) => text.replaceAll(/%[0-9a-f]{2}/gi, (escaped) => escaped.toUpperCase())
    return JSON.stringify([isRaw ? said : upper(said), hex ? proof.toLowerCase() : upper(proof), body])
  }
  return canonical(a) === canonical(b)
}

describe('a call with one flipped bit in its signed parts or signature is refused', () => {
  const signedOnes = presets.filter(([, { signature }]) => signature.mode !== 'none')
  test.each(signedOnes)('%s', (_id, scheme) => {
    fc.assert(
      fc.property(sample, secret, fc.nat(), fc.nat(), (event, key, whichPart, whichBit) => {
        const params = postbackParams(scheme, { ...event, kind: 'credit' })
        const request = signPostback(scheme, key, { publicBaseUrl: BASE, path: PATH, params })
        const parts = coveredParts(scheme, request)
        const part = parts[whichPart % parts.length]
        if (!part) throw new Error('nothing is covered')
        const changed = flipBit(request, part[0], [part[1], part[2], whichBit])
        fc.pre(!meansTheSame(scheme, request, changed))
        expect(verifyPostback(scheme, [key], changed).ok).toBe(false)
        expect(explainSignature(scheme, [key], changed).isValid).toBe(false)
      }),
      { numRuns: 200 },
    )
  })

  test('without a signature, a call from a foreign address is refused', () => {
    const adgate = presets.find(([, { signature }]) => signature.mode === 'none')?.[1]
    if (!adgate) throw new Error('no preset without a signature')
    const params = postbackParams(adgate, {
      kind: 'credit',
      userRef: 'c',
      transactionId: 't',
      amountUsdMicros: 1,
    })
    const request = signPostback(adgate, '', {
      publicBaseUrl: BASE,
      path: PATH,
      params,
      address: '198.51.100.1',
    })
    expect(verifyPostback(adgate, [], request)).toMatchObject({ ok: false, reason: 'address-not-allowed' })
  })
})

test('a repeated or missing parameter in a signed query is refused', () => {
  const raw = presets.filter(([, { signature }]) => /full-url|query/.test(signature.mode))
  for (const [, scheme] of raw) {
    const params: Pair[] = postbackParams(scheme, {
      kind: 'credit',
      userRef: 'c',
      transactionId: 't',
      amountUsdMicros: 1_000_000,
    })
    const request = signPostback(scheme, 'key', { publicBaseUrl: BASE, path: PATH, params })
    for (const piece of request.rawTarget.slice(PATH.length + 1).split('&')) {
      const twice = { ...request, rawTarget: request.rawTarget.replace(piece, `${piece}&${piece}`) }
      const never = { ...request, rawTarget: request.rawTarget.replace(piece, '') }
      expect(verifyPostback(scheme, ['key'], twice).ok).toBe(false)
      expect(explainSignature(scheme, ['key'], never).isValid).toBe(false)
    }
  }
})

function wannads(): PartnerScheme {
  const found = presets.find(([name]) => name === 'wannads')
  if (!found) throw new Error('no preset of Wannads')
  return found[1]
}
