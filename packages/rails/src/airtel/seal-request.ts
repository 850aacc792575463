import {
  constants,
  createCipheriv,
  createPublicKey,
  type KeyObject,
  publicEncrypt,
  randomBytes,
} from 'node:crypto'

/** Read the public key that the portal shows: PEM, or its base64 alone. */
export function readPublicKey(text: string): KeyObject {
  if (text.includes('BEGIN')) return createPublicKey(text.replaceAll('\\n', '\n'))
  return createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
}

function seal(key: KeyObject, text: string): string {
  const options = { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
  return publicEncrypt(options, Buffer.from(text)).toString('base64')
}

/** Encrypt the four digits that confirm a payment. Every time differently: OAEP is salted. */
export const encryptPin = (key: KeyObject, pin: string): string => seal(key, pin)

/** Sign a body as Airtel asks: encrypted with a key made for it, and that key encrypted for Airtel. */
export function signBody(key: KeyObject, body: string): { 'x-signature': string; 'x-key': string } {
  const [secret, iv] = [randomBytes(32), randomBytes(16)]
  const cipher = createCipheriv('aes-256-cbc', secret, iv)
  const signature = Buffer.concat([cipher.update(body, 'utf8'), cipher.final()]).toString('base64')
  return {
    'x-signature': signature,
    'x-key': seal(key, `${secret.toString('base64')}:${iv.toString('base64')}`),
  }
}
