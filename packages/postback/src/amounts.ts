type Parsed = { ok: true; micros: number } | { ok: false; reason: 'amount-invalid' | 'amount-too-large' }

const MAX_WHOLE_DIGITS = 9

/**
 * Parse a decimal number into whole millionths without using floats. Partners send float noise (`0.30000000000000004`), so
 * up to 20 decimals are rounded, half away from zero. `1e3`, `0x10`, `1,000`, `NaN`, spaces and a leading plus are refused.
 * `shift` moves the decimal point to the left: 2 for cents.
 */
export function parseMicros(text: string, shift = 0): Parsed {
  const match = /^(-?)(\d*)(?:\.(\d{1,20}))?$/.exec(text)
  const [, minus, whole = '', fraction = ''] = match ?? []
  if (!match || (whole === '' && fraction === '')) return { ok: false, reason: 'amount-invalid' }
  const digits = whole.replace(/^0+/, '')
  if (digits.length - shift > MAX_WHOLE_DIGITS) return { ok: false, reason: 'amount-too-large' }
  const places = 6 - shift
  const kept = BigInt(digits + fraction.slice(0, places).padEnd(places, '0'))
  const rounded = (fraction[places] ?? '0') >= '5' ? kept + 1n : kept
  const micros = Number(rounded)
  return { ok: true, micros: minus === '-' && micros !== 0 ? -micros : micros }
}

/** The inverse: `12.5` for 12,500,000; with a shift of 2, `1250`. */
export function formatMicros(micros: number, shift = 0): string {
  const places = 6 - shift
  const digits = String(Math.abs(micros)).padStart(places + 1, '0')
  const fraction = digits.slice(-places).replace(/0+$/, '')
  const text = fraction === '' ? digits.slice(0, -places) : `${digits.slice(0, -places)}.${fraction}`
  return micros < 0 ? `-${text}` : text
}
