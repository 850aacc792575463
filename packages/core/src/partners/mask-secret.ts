/** Shorter ones are no secret, and would blot out half of what there is to read. */
const SHORTEST = 4

/** The text without the secret, however it was written into an address, a form or JSON. */
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
