/**
 * Encode like PHP's http_build_query, which partners sort and sign: a space is a plus, everything except letters, digits and
 * `-_.` an upper-case escape.
 */
export function formEncode(text: string): string {
  let encoded = ''
  for (const byte of Buffer.from(text, 'utf8')) {
    const char = String.fromCharCode(byte)
    if (/[A-Za-z0-9\-_.]/.test(char)) encoded += char
    else encoded += char === ' ' ? '+' : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }
  return encoded
}
