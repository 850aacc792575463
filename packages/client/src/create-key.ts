/** Not `randomUUID`, which a page without TLS (a laptop in the office network) does not have. */
export function createKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
