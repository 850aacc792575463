import { createHmac, timingSafeEqual } from 'node:crypto'
import { parseJson } from '@chuma/mpesa/parse-json'
import { z } from 'zod'
import type { Parsed } from '../outcomes.ts'
import { readStatus } from './response-codes.ts'

const text = z.union([z.string(), z.number()]).transform(String)
const callback = z.object({
  transaction: z.object({
    id: text,
    status_code: z.string(),
    message: z.string().catch(''),
    airtel_money_id: text.optional().catch(undefined),
  }),
})

/** Which payment a callback is about: it names our id. */
export function findAirtelPayment(body: Buffer): { kind: 'originator'; value: string } | null {
  const parsed = callback.shape.transaction.shape.id.safeParse(readId(body))
  return parsed.success ? { kind: 'originator', value: parsed.data } : null
}

/** Also of a callback that makes no sense otherwise, so that it is kept with its payment. */
function readId(body: Buffer): unknown {
  const json = parseJson(body.toString('utf8'))
  return (json as { transaction?: { id?: unknown } } | undefined | null)?.transaction?.id
}

/** Whether Airtel signed the body with the key that its portal shows for callbacks. */
export function isSignedByAirtel(body: Buffer, signature: string | null, key: string): boolean {
  const expected = createHmac('sha256', key).update(body).digest()
  const given = Buffer.from(signature ?? '', 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Read what became of a payment. Airtel names neither amount nor number: the id is the order's. */
export function parseAirtelCallback(body: Buffer): Parsed {
  const parsed = callback.safeParse(parseJson(body.toString('utf8')))
  if (!parsed.success) return { ok: false, reason: 'No transaction with an id and a status' }
  const { id, status_code: code, message, airtel_money_id: receipt } = parsed.data.transaction
  const status = readStatus(code)
  const description = (status?.class === 'paid' ? '' : message) || status?.text || 'An unknown status'
  return {
    ok: true,
    value: {
      originatorConversationId: id,
      ...(receipt && status?.class === 'paid' && { receipt }),
      code,
      description: description.slice(0, 200),
      // A failure without its code: whether the operator has to fix something, the enquiry tells.
      verdict: status?.class ?? 'review',
    },
  }
}
