import type { Random } from '../../src/demo/story/world.ts'

/** Where and with what an account is used. Carriers put thousands of people behind one address. */
export type Device = { address: string; userAgent: string }

export type PayoutPlace =
  | { withdrawalMethod: 'mpesa'; mpesaNumber: string }
  | { withdrawalMethod: 'bank'; bankName: string; accountNumber: string; accountName: string }

/** Someone with an account, honest or one of a farm's. */
export type Person = {
  /** Null: an honest member. Otherwise the farm's name. */
  farm: string | null
  email: string
  firstName: string
  lastName: string
  /** Days from the start of the year. */
  joinsOn: number
  /** Index of the person who invited them. */
  invitedBy: number | null
  device: (day: number) => Device
  place: (day: number) => PayoutPlace
  /** Which days of their stay they come, and for how long they stay. */
  staysDays: number
  comesOn: (day: number) => boolean
  /** Takes a survey on a day that they come. */
  answers: (day: number) => 'no' | 'carefully' | 'in a hurry' | 'as a script'
  /** Asks for everything from this many points on. */
  withdrawsFrom: number
  /** Days on which they change their password. */
  changesPasswordOn: ReadonlySet<number>
  /** Deletes the account and signs up again with the same mailbox. */
  returnsAfterDays: number | null
}

const FIRST_NAMES = [
  'Amina',
  'Brian',
  'Cynthia',
  'David',
  'Esther',
  'Faith',
  'George',
  'Halima',
  'Ian',
  'Joyce',
]
const MORE_FIRST_NAMES = [
  'Kevin',
  'Lilian',
  'Mercy',
  'Njeri',
  'Otieno',
  'Peter',
  'Rose',
  'Salim',
  'Tabitha',
  'Wambui',
]
const LAST_NAMES = [
  'Achieng',
  'Barasa',
  'Chebet',
  'Kamau',
  'Kiprono',
  'Mutua',
  'Mwangi',
  'Njoroge',
  'Ochieng',
  'Wanjiru',
]
const MODELS = [
  'SM-A057F',
  'TECNO KJ5',
  'Infinix X6525',
  'itel A665L',
  'Redmi 13C',
  'TECNO BG6',
  'SM-A145F',
  'Nokia C32',
]

export function drawName(random: Random) {
  return {
    firstName: random.pick([...FIRST_NAMES, ...MORE_FIRST_NAMES]),
    lastName: random.pick(LAST_NAMES),
  }
}

export function drawBrowser(random: Random): string {
  const [android, version] = [random.between(10, 15), random.between(118, 143)]
  const chrome = `Chrome/${version}.0.${random.between(6000, 7400)}.${random.between(40, 180)}`
  return `Mozilla/5.0 (Linux; Android ${android}; ${random.pick(MODELS)}) AppleWebKit/537.36 ${chrome} Mobile Safari/537.36`
}

/** One of the few addresses behind which a carrier puts all of its customers. */
export function drawCarrierAddress(random: Random): string {
  return `105.${random.pick([160, 161, 163])}.${random.between(0, 3)}.${random.between(1, 16)}`
}

export function drawOwnAddress(random: Random): string {
  return `197.${random.between(136, 239)}.${random.between(0, 255)}.${random.between(1, 254)}`
}

/** Numbers are never drawn twice, except by who shares one. */
export function createNumbers() {
  let last = 10_000_000
  return () => {
    last += 1
    return `2547${last}`
  }
}
