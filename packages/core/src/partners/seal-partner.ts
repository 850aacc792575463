import { randomBytes, randomUUID } from 'node:crypto'
import type { Secrets } from '../secrets/create-secrets.ts'

const placeOf = (column: 'secret' | 'public_key', id: string) => ({ table: 'partner', column, id })

/** The keyed hashes that find a partner by the key in the URL it calls. */
export function hashPublicKey(secrets: Secrets, publicKey: string) {
  return secrets.hash('partner.public_key', publicKey)
}

/** Create a partner's id and the key in its URL. Some partners have no other proof than this URL, so it is a secret too. */
export function createPartnerKey(secrets: Secrets) {
  const partnerId = randomUUID()
  return { partnerId, ...createPublicKey(secrets, partnerId) }
}

/** Create the key in a partner's URL. */
export function createPublicKey(secrets: Secrets, partnerId: string) {
  return sealPublicKey(secrets, partnerId, randomBytes(24).toString('base64url'))
}

export function sealPublicKey(secrets: Secrets, partnerId: string, publicKey: string) {
  const [publicKeyHash] = hashPublicKey(secrets, publicKey)
  return { publicKey: secrets.seal(placeOf('public_key', partnerId), publicKey), publicKeyHash }
}

export function openPublicKey(secrets: Secrets, partner: { partnerId: string; publicKey: string }): string {
  return secrets.open(placeOf('public_key', partner.partnerId), partner.publicKey)
}

export function sealPartnerSecret(secrets: Secrets, partnerId: string, secret: string): string {
  return secrets.seal(placeOf('secret', partnerId), secret)
}

export function openPartnerSecret(secrets: Secrets, partner: { partnerId: string; secret: string }): string {
  return secrets.open(placeOf('secret', partner.partnerId), partner.secret)
}
