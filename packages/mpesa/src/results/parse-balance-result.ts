import { parseEatTime } from '../eat-time.ts'
import { type Parsed, parseEnvelope } from './result-envelope.ts'

/** KES with cents. Payouts come from `utilityKes`; members' payments arrive in `workingKes`. */
export type AccountBalances = {
  utilityKes: number
  workingKes: number
  chargesKes: number
  completedAt: Date
}

/**
 * Parse what Daraja posts to a balance query's ResultURL. All accounts or none: a missing, repeated or invalid account does
 * not count as an empty one.
 */
export function parseBalanceResult(json: unknown): Parsed<AccountBalances> {
  const envelope = parseEnvelope(json)
  if (!envelope.ok) return envelope
  const { resultCode, resultDesc, valuesOf } = envelope.value
  if (resultCode !== '0') return refuse(`The query ended with code ${resultCode}: ${resultDesc}`)
  const accounts = readAccounts(valuesOf('AccountBalance')[0] ?? '')
  const utilityKes = accounts.get('Utility Account')
  const workingKes = accounts.get('Working Account')
  const chargesKes = accounts.get('Charges Paid Account')
  const completedAt = parseEatTime(valuesOf('BOCompletedTime')[0] ?? '')
  if (utilityKes === undefined) return refuse('No balance of the Utility Account')
  if (workingKes === undefined) return refuse('No balance of the Working Account')
  if (chargesKes === undefined) return refuse('No balance of the Charges Paid Account')
  if (completedAt === undefined) return refuse('No time')
  return { ok: true, value: { utilityKes, workingKes, chargesKes, completedAt } }
}

/** `Utility Account|KES|228037.00|228037.00|0.00|0.00&Working Account|…`: name, currency, available, … */
function readAccounts(text: string): Map<string, number | undefined> {
  const accounts = new Map<string, number | undefined>()
  for (const entry of text.split('&')) {
    const [name = '', currency, available = ''] = entry.split('|').map((part) => part.trim())
    const readable = currency === 'KES' && /^-?\d{1,12}(\.\d{1,2})?$/.test(available) && !accounts.has(name)
    accounts.set(name, readable ? Number(available) : undefined)
  }
  return accounts
}

function refuse(reason: string): { ok: false; reason: string } {
  return { ok: false, reason: reason.slice(0, 300) }
}
