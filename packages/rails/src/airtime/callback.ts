import { createHash, timingSafeEqual } from 'node:crypto'
import { parseJson } from '@chuma/mpesa/parse-json'
import { z } from 'zod'
import type { Parsed } from '../outcomes.ts'
import { readWord, requestId } from './read-answers.ts'

const word = z.object({
  requestId,
  status: z.string(),
  phoneNumber: z.string().optional().catch(undefined),
  value: z.string().optional().catch(undefined),
  description: z.string().catch(''),
})

/** Which order a status callback is about: it names their id of it. */
export function findAirtimePayment(body: Buffer): { kind: 'conversation'; value: string } | null {
  const id = requestId.safeParse((readBody(body) as { requestId?: unknown } | null)?.requestId)
  return id.success ? { kind: 'conversation', value: id.data } : null
}

/** Sent as JSON, or as a form, by which of their systems it is. */
function readBody(body: Buffer): unknown {
  const text = body.toString('utf8')
  return parseJson(text) ?? Object.fromEntries(new URLSearchParams(text))
}

/** They sign nothing: their caller knows the secret of the address that the dashboard holds. */
export function knowsSecret(given: string | null, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return given !== null && timingSafeEqual(digest(given), digest(secret))
}

export function parseAirtimeCallback(body: Buffer): Parsed {
  const parsed = word.safeParse(readBody(body))
  if (!parsed.success) return { ok: false, reason: 'No request with an id and a status' }
  return { ok: true, value: readWord(parsed.data) }
}
