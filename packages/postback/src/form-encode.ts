/**
 * As PHP's http_build_query writes it, which is what partners sort and sign: a space is a plus, everything but letters,
 * digits and `-_.` is an upper-case escape.
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
