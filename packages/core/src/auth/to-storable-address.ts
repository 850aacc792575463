import { isIP } from 'node:net'

/** A proxy's header can contain anything, and the database accepts only addresses, without an IPv6 zone. */
export function toStorableAddress(address: string | null): string | null {
  const [plain = ''] = address?.split('%') ?? []
  return isIP(plain) ? plain : null
}
