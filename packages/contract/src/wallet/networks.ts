import { cleanPhone } from '../clean-text.ts'

export const NETWORKS = ['safaricom', 'airtel', 'telkom', 'equitel', 'faiba', 'other'] as const
export type Network = (typeof NETWORKS)[number]

/**
 * Write a Kenyan mobile number (07…, 01…, 2547…, 2541…, +254…) as 254 and nine digits; null if it is none. Every 7xx and 1xx counts:
 * numbers are portable, and the Communications Authority goes on giving out ranges.
 */
export function toKenyanNumber(text: string): string | null {
  const [, local] = /^(?:\+?254)?0?([17][0-9]{8})$/.exec(cleanPhone(text)) ?? []
  return local ? `254${local}` : null
}

/**
 * The first digits after 254 of the numbers that each network gives out; the longest match counts. Last compared on 20 November 2026 with
 * the numbering plan of the Communications Authority. Only ever a hint beside a field.
 */
const RANGES: Record<Exclude<Network, 'other'>, readonly string[]> = {
  safaricom: [
    ...['110', '111', '112', '113', '114', '115', '116', '117', '118', '119'],
    ...['70', '71', '72', '740', '741', '742', '743', '745', '746', '748'],
    ...['757', '758', '759', '768', '769', '79'],
  ],
  airtel: [
    ...['100', '101', '102', '103', '104', '105', '106', '107', '108', '109'],
    ...['73', '750', '751', '752', '753', '754', '755', '756', '762', '767', '78'],
  ],
  telkom: ['77'],
  equitel: ['763', '764', '765', '766'],
  faiba: ['747'],
}

/**
 * The network that gave out a number, as `toKenyanNumber` writes it. Numbers are portable: people who moved theirs have another network's
 * wallet.
 */
export function networkOf(number: string): Network {
  const rest = number.slice(3)
  let found: { network: Network; length: number } = { network: 'other', length: 0 }
  for (const [network, ranges] of Object.entries(RANGES) as [Network, readonly string[]][]) {
    for (const range of ranges) {
      if (rest.startsWith(range) && range.length > found.length) found = { network, length: range.length }
    }
  }
  return found.network
}

export const NETWORK_NAMES: Record<Exclude<Network, 'other'>, string> = {
  safaricom: 'Safaricom',
  airtel: 'Airtel',
  telkom: 'Telkom',
  equitel: 'Equitel',
  faiba: 'Faiba',
}

type PhoneMethod = 'mpesa' | 'airtel' | 'airtime'

/** Whose wallet each method pays. Airtime goes to every network. */
const WALLETS: Partial<Record<PhoneMethod, Network>> = { mpesa: 'safaricom', airtel: 'airtel' }

/** The network that a number looks like, if that has no wallet of this method. Null if it fits, or nobody can tell. */
export function findForeignNetwork(method: PhoneMethod, number: string): keyof typeof NETWORK_NAMES | null {
  const network = networkOf(number)
  const wanted = WALLETS[method]
  return wanted === undefined || network === wanted || network === 'other' ? null : network
}
