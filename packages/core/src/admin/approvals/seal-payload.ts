import { randomUUID } from 'node:crypto'
import type { Secrets } from '../../secrets/create-secrets.ts'

/** `id` is made for the envelope, because the request has none yet when its payload is sealed. */
export const placeOfPayload = (id: string) => ({ table: 'approval_request', column: 'payload', id })

/** How a payload is stored whose `secret` nobody may read there. */
export function sealPayload<Payload extends { secret?: string | undefined }>(
  secrets: Secrets,
  { secret, ...payload }: Payload,
): object {
  if (secret === undefined) return payload
  const id = randomUUID()
  return { ...payload, sealedSecret: { id, text: secrets.seal(placeOfPayload(id), secret) } }
}

/** The payload as it was given. */
export function openPayload(secrets: Secrets, stored: unknown): unknown {
  const { sealedSecret, ...payload } = stored as { sealedSecret?: { id: string; text: string } }
  if (!sealedSecret) return payload
  return { ...payload, secret: secrets.open(placeOfPayload(sealedSecret.id), sealedSecret.text) }
}
