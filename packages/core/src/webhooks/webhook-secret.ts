import { randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const BYTES = 32

/** Create a secret in the form of the Standard Webhooks specification, which receivers' libraries can parse. */
export function createWebhookSecret(): string {
  return PREFIX + randomBytes(BYTES).toString('base64')
}

export function readWebhookKey(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), 'base64')
}
