import { randomUUID } from 'node:crypto'
import type { Secrets } from '../../secrets/create-secrets.ts'

const placeOf = (id: string) => ({ table: 'approval_request', column: 'payload', id })

/** How a payload is stored whose `secret` nobody may read there. */
export function sealPayload<Payload extends { secret?: string | undefined }>(
  secrets: Secrets,
  { secret, ...payload }: Payload,
): object {
  if (secret === undefined) return payload
  const id = randomUUID()
  return { ...payload, sealedSecret: { id, text: secrets.seal(placeOf(id), secret) } }
}

/** The payload as it was given. */
export function openPayload(secrets: Secrets, stored: unknown): unknown {
  const { sealedSecret, ...payload } = stored as { sealedSecret?: { id: string; text: string } }
  if (!sealedSecret) return payload
  return { ...payload, secret: secrets.open(placeOf(sealedSecret.id), sealedSecret.text) }
}
