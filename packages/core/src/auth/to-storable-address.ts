import { isIP } from 'node:net'

/** A proxy's header can say anything, and the database takes addresses only, without the zone of a link-local one. */
export function toStorableAddress(address: string | null): string | null {
  const [plain = ''] = address?.split('%') ?? []
  return isIP(plain) ? plain : null
}
