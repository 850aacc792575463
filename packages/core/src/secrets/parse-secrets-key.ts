const BYTES = 32

/** Read a key of 32 bytes, written in base64 or hexadecimal. Undefined for any other text. */
export function parseSecretsKey(text: string): Buffer | undefined {
  const written = text.trim()
  if (/^[0-9a-fA-F]{64}$/.test(written)) return Buffer.from(written, 'hex')
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(written)) return undefined
  const key = Buffer.from(written, 'base64')
  return key.length === BYTES ? key : undefined
}
