import { kenyanPhone } from '@chuma/contract/wallet/destination-codes'
import { type DestinationKind, isPhoneMethod, type WithdrawalMethod } from '@chuma/contract/wallet/wallet'
import type { StoredDestination } from '@chuma/db/queries/wallet/destinations'
import type { Deps } from '../deps.ts'
import { isSecretLost, type Secrets } from '../secrets/secrets.ts'
import { toMailbox } from './returning/prints.ts'

/** `value`: as the member wrote it. Of a bank account, the bank's name and then the account number. */
export type Destination = { method: DestinationKind; value: string }

/** Write a destination in the one form that is compared, so that no second spelling of it counts as another. */
export function normaliseDestination({ method, value }: Destination): string {
  return `${method}:${normalise[method](value)}`
}

const normalise: Record<DestinationKind, (value: string) => string> = {
  mpesa: (value) => kenyanPhone.safeParse(value).data ?? value.replaceAll(/\D/g, ''),
  paypal: (value) => toMailbox(value.trim()),
  bank: (value) => {
    const { bankName, accountNumber } = splitBankAccount(value)
    // A number means the same account with and without leading zeros, and a person who pays by hand reads both.
    return `${toBank(bankName)}:${accountNumber.replace(/^0+/, '')}`
  },
}

function joinBankAccount(bankName: string, accountNumber: string): string {
  return `${bankName} ${accountNumber}`
}

export function splitBankAccount(value: string): { bankName: string; accountNumber: string } {
  const at = value.lastIndexOf(' ')
  return { bankName: value.slice(0, Math.max(at, 0)), accountNumber: value.slice(at + 1) }
}

type Place = {
  method: WithdrawalMethod
  mpesaNumber: string | null
  bankName: string | null
  accountNumber: string | null
  paypalEmail: string | null
}

/** Read the destination of a withdrawal, or of saved details. Null without its number, which may not open. */
export function readDestination(place: Place): Destination | null {
  const { method, mpesaNumber, bankName, accountNumber, paypalEmail } = place
  const account = accountNumber && joinBankAccount(bankName ?? '', accountNumber)
  // A phone number is one destination, whichever way it is paid: 'mpesa' was the first of them.
  const kind = isPhoneMethod(method) ? 'mpesa' : method
  const value = { mpesa: mpesaNumber, bank: account, paypal: paypalEmail }[kind]
  return value ? { method: kind, value } : null
}

/** The keyed hashes under which a destination may be stored: with the current key first. */
export function hashDestination(
  secrets: Pick<Secrets, 'hash'>,
  destination: Destination,
): [Buffer, ...Buffer[]] {
  return secrets.hash('payout destination', normaliseDestination(destination))
}

export const placeOfDestination = (memberId: string) => ({
  table: 'payout_destination',
  column: 'value',
  id: memberId,
})

/** `value`: null if it cannot be opened. `hashes`: with every key, because others may have named it under another. */
export type OpenDestination<Row extends StoredDestination> = Omit<Row, 'value'> & {
  value: string | null
  hashes: readonly Buffer[]
}

/** Open a destination to show or compare it. One that cannot be opened keeps the hash it is stored with, and is reported, unless its key is known to be lost. */
export function openDestination<Row extends StoredDestination>(
  { secrets, reportFailure }: Pick<Deps, 'secrets' | 'reportFailure'>,
  row: Row,
): OpenDestination<Row> {
  const { memberId, method, destinationHash } = row
  try {
    const value = secrets.open(placeOfDestination(memberId), row.value)
    return { ...row, value, hashes: hashDestination(secrets, { method, value }) }
  } catch (error) {
    if (!isSecretLost(error))
      reportFailure(error, `a payout destination of member ${memberId} cannot be opened`)
    return { ...row, value: null, hashes: [destinationHash] }
  }
}

/** Words that a bank's name is written with or without. */
const FILLERS = new Set([
  'bank',
  'banki',
  'the',
  'of',
  'ya',
  'kenya',
  'k',
  'ke',
  'ltd',
  'limited',
  'plc',
  'and',
])

/**
 * The names of Kenyan banks, each with its other spellings and former names, without the filler words above. From the banks that
 * PesaLink reaches; a merged bank keeps the account numbers of the banks it was made of.
 */
const BANKS: Record<string, readonly string[]> = {
  abc: ['abc', 'african banking corporation'],
  absa: ['absa', 'barclays'],
  access: ['access', 'transnational', 'trans national'],
  africa: ['africa', 'boa'],
  baroda: ['baroda', 'bob'],
  india: ['india', 'boi'],
  citi: ['citi', 'citibank', 'citibank n a', 'citibank na'],
  cib: ['cib', 'commercial international', 'mayfair', 'mayfair cib'],
  consolidated: ['consolidated'],
  cooperative: ['co operative', 'cooperative', 'co op', 'coop', 'ushirika'],
  credit: ['credit'],
  development: ['development', 'dbk'],
  dib: ['dib', 'dubai islamic'],
  dtb: ['dtb', 'diamond trust', 'diamond'],
  ecobank: ['ecobank', 'eco'],
  equity: ['equity', 'equitel', 'eazzy'],
  family: ['family', 'familia'],
  faulu: ['faulu', 'faulu microfinance', 'umba'],
  gtbank: ['gtbank', 'gt', 'guaranty trust', 'gtb'],
  guardian: ['guardian'],
  gulf: ['gulf african', 'gab'],
  habib: ['habib', 'habib a g zurich', 'habib ag zurich'],
  hfc: ['hfc', 'hf', 'housing finance', 'housing finance company'],
  im: ['i m', 'im', 'i n m', 'giro'],
  kcb: ['kcb', 'commercial'],
  kingdom: ['kingdom', 'jamii bora'],
  kwft: ['kwft', 'women finance trust', 'women microfinance'],
  middleeast: ['middle east', 'meb'],
  moriental: ['m oriental', 'moriental', 'oriental'],
  national: ['national', 'nbk'],
  ncba: ['ncba', 'cba', 'commercial africa', 'nic', 'loop'],
  paramount: ['paramount', 'paramount universal'],
  premier: ['premier', 'first community', 'fcb'],
  prime: ['prime'],
  sbm: ['sbm', 'fidelity', 'fidelity commercial', 'chase'],
  sidian: ['sidian', 'k rep', 'rep'],
  spire: ['spire', 'equatorial commercial'],
  stanbic: ['stanbic', 'cfc', 'cfc stanbic'],
  standardchartered: ['standard chartered', 'stanchart', 'scb', 'standard chartard', 'stan chart'],
  uba: ['uba', 'united africa'],
  victoria: ['victoria', 'victoria commercial'],
}

/** The longest first: "Commercial Bank of Africa" is not KCB. */
const SPELLINGS = Object.entries(BANKS)
  .flatMap(([bank, names]) => names.map((name) => ({ bank, name })))
  .sort((a, b) => b.name.length - a.name.length)

/**
 * Reduce a bank's name to one spelling: "Equity Bank (K) Ltd, Moi Avenue" and "EQUITY" are one bank. Names that are not on the
 * list are compared by their letters. Two banks taken for one share an account only if its number is the same too.
 */
function toBank(name: string): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !FILLERS.has(word))
  const text = ` ${words.join(' ')} `
  const known = SPELLINGS.find((spelling) => text.includes(` ${spelling.name} `))
  return known?.bank ?? words.join('')
}

/** `2547•••••678`: its owner recognises the number, and nobody else can use it. */
export const maskPhone = (number: string) => `${number.slice(0, 4)}•••••${number.slice(-3)}`

export const maskAccount = (number: string) => `•••••${number.slice(-3)}`
