import type { PostbackEvent, Postbacks } from './postbacks.ts'

/** A partner whose calls contain the event as JSON in the body. A call without a body is not genuine. */
export function plainPostbacks(): Postbacks {
  return {
    publicBaseUrl: 'https://chuma.example',
    readScheme: (scheme) => ({
      ok: true,
      scheme: Object(scheme),
      terms: {
        holdDays: 0,
        ceilings: {},
        replies: {
          ok: { status: 200, body: 'OK' },
          duplicate: { status: 200, body: 'DUP' },
          rejected: { status: 403, body: 'NO' },
          retry: { status: 503, body: 'LATER' },
        },
        ...Object(scheme),
      },
    }),
    verify: (_scheme, _secret, { rawBody }) =>
      rawBody.length === 0
        ? { ok: false, reason: 'signature-mismatch', answer: 'rejected', claimed: {} }
        : { ok: true, event: JSON.parse(rawBody.toString()) as PostbackEvent },
    explain: (_scheme, _secret, { rawBody }) => ({ method: 'no signature', isValid: rawBody.length > 0 }),
    presets: [],
    callUrls: (_preset, publicKey) => [
      { purpose: 'Postback URL', url: `https://chuma.example/postback/${publicKey}?user={user}` },
    ],
  }
}
