import type { EventHeaders } from '@chuma/db/column-types'
import type { Secrets } from '../secrets/create-secrets.ts'

type StoredRequest = { target: Buffer; headers: EventHeaders; body: Buffer }
/** As it is in the database: sealed, or in three columns if an earlier version stored it. */
type StoredEvent = { [Part in keyof StoredRequest]: StoredRequest[Part] | null } & { sealed: string | null }

const placeOf = (id: string) => ({ table: 'partner_event', column: 'sealed', id })

/** Seal what a partner sent: the URL contains its key, and some partners send their secret as proof. */
export function sealRequest(
  secrets: Secrets,
  eventId: string,
  { target, headers, body }: StoredRequest,
): string {
  const parts = [target.toString('base64'), headers, body.toString('base64')]
  return secrets.seal(placeOf(eventId), JSON.stringify(parts))
}

export function openRequest(secrets: Secrets, eventId: string, stored: StoredEvent): StoredRequest {
  const { target, headers, body, sealed } = stored
  if (target && headers && body) return { target, headers, body }
  // Emptied by age.
  if (sealed === null) return { target: Buffer.alloc(0), headers: {}, body: Buffer.alloc(0) }
  const parts = JSON.parse(secrets.open(placeOf(eventId), sealed))
  return { target: Buffer.from(parts[0], 'base64'), headers: parts[1], body: Buffer.from(parts[2], 'base64') }
}
