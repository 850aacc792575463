const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Decode bytes, given as one character each, as UTF-8. `undefined` if invalid. */
export function decodeUtf8(bytes: string): string | undefined {
  try {
    return utf8.decode(Buffer.from(bytes, 'latin1'))
  } catch {
    return undefined
  }
}

/** Decode a name or value of a query or form. `undefined` for a broken escape, invalid UTF-8 and NUL. */
export function decodeComponent(bytes: string): string | undefined {
  if (/[^\0-\xff]|%(?![0-9A-Fa-f]{2})/.test(bytes)) return undefined
  const plain = bytes
    .replaceAll('+', ' ')
    .replaceAll(/%([0-9A-Fa-f]{2})/g, (_escape, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  const text = decodeUtf8(plain)
  return text?.includes('\0') ? undefined : text
}
