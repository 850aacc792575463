/** Shorter texts are not secrets, and masking them would make much of the event unreadable. */
const SHORTEST = 4

/** Mask the secret in a text, however it is encoded in an address, a form or JSON. */
export function maskSecret(text: string, secret: string): string {
  if (secret.length < SHORTEST) return text
  const written = [
    secret,
    encodeURIComponent(secret),
    encodeURIComponent(secret).replaceAll('%20', '+'),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('latin1'),
  ]
  return written.reduce((masked, form) => masked.replaceAll(form, '••••••••'), text)
}
