import type { Random } from '../../src/demo/story/world.ts'
import {
  type Device,
  drawBrowser,
  drawCarrierAddress,
  drawName,
  drawOwnAddress,
  type PayoutPlace,
  type Person,
} from './person.ts'
import { scatter } from './scatter.ts'

/** The last day on which anyone signs up: later ones would have no time to be paid. */
const LAST_DAY = 330
/** Of a hundred members: who uses a cyber café's computers, and who shares a phone with relatives. */
const SHARES = { cafe: 0.06, family: 0.06, bank: 0.08, sharedWallet: 0.01, careless: 0.04 } as const
const PEOPLE_A_CAFE = 40

/**
 * People in Kenya as the operators of such sites know them: most with a phone of their own behind a carrier's address, some in cyber
 * cafés, some families with one phone. They change numbers, phones and passwords now and then, and a few are careless.
 */
export function createHonestMembers(
  random: Random,
  { count, nextNumber }: { count: number; nextNumber: () => string },
): Person[] {
  const people: Person[] = []
  const cafes = Array.from({ length: Math.ceil((count * SHARES.cafe) / PEOPLE_A_CAFE) }, () => ({
    address: drawOwnAddress(random),
    browsers: Array.from({ length: 5 }, () => drawBrowser(random)),
  }))
  while (people.length < count) {
    if (random.chance(SHARES.family / 3)) {
      people.push(...createFamily(random, { size: random.between(2, 4), nextNumber }))
      continue
    }
    const cafe = cafes.length > 0 && random.chance(SHARES.cafe) ? random.pick(cafes) : null
    const own = createPhone(random)
    const device = cafe
      ? (day: number) => ({ address: cafe.address, userAgent: cafe.browsers[(day * 7) % 5] ?? '' })
      : own
    people.push(createMember(random, { device, nextNumber, invitedBy: drawInviter(random, people.length) }))
  }
  return people.slice(0, count)
}

const drawInviter = (random: Random, count: number) =>
  count > 0 && random.chance(0.15) ? random.between(Math.max(0, count - 200), count - 1) : null

/** A phone at a carrier: another address every day. One in six is replaced during the year. */
function createPhone(random: Random): (day: number) => Device {
  const addresses = Array.from({ length: 8 }, () => drawCarrierAddress(random))
  const [first, second] = [drawBrowser(random), drawBrowser(random)]
  const replacedOn = random.chance(1 / 6) ? random.between(1, 364) : 365
  return (day) => ({
    address: addresses[day % 8] ?? '',
    userAgent: day < replacedOn ? first : second,
  })
}

type Common = { device: (day: number) => Device; nextNumber: () => string; invitedBy: number | null }

function createMember(random: Random, { device, nextNumber, invitedBy }: Common): Person {
  const name = drawName(random)
  const joinsOn = random.between(0, LAST_DAY)
  const isCareless = random.chance(SHARES.careless)
  const visits = 0.15 + random.next() * 0.5
  const salt = random.between(1, 1_000_000)
  const changes = random.chance(0.06) ? [joinsOn + random.between(5, 120)] : []
  return {
    ...name,
    farm: null,
    email:
      `${name.firstName}.${name.lastName}${salt}@${random.pick(['gmail.com', 'yahoo.com', 'outlook.com'])}`.toLowerCase(),
    joinsOn,
    invitedBy,
    device,
    place: createPlace(random, nextNumber, name),
    staysDays: Math.round(7 + 110 * random.next() ** 2),
    comesOn: (day) => scatter(salt, day) < visits,
    answers: (day) => {
      const drawn = scatter(salt + 1, day)
      if (drawn > 0.3) return 'no'
      return isCareless && drawn < 0.12 ? 'in a hurry' : 'carefully'
    },
    withdrawsFrom: random.between(60, 300),
    changesPasswordOn: new Set(changes),
    returnsAfterDays: null,
  }
}

/** A number, which one in nine replaces during the year, or a bank account. */
function createPlace(
  random: Random,
  nextNumber: () => string,
  { firstName, lastName }: { firstName: string; lastName: string },
): (day: number) => PayoutPlace {
  if (random.chance(SHARES.bank)) {
    const accountNumber = String(random.between(1_000_000_000, 1_999_999_999))
    const account = { bankName: random.pick(['KCB', 'Equity Bank', 'Co-operative Bank']), accountNumber }
    return () => ({ withdrawalMethod: 'bank', ...account, accountName: `${firstName} ${lastName}` })
  }
  const [first, second] = [nextNumber(), nextNumber()]
  const replacedOn = random.chance(1 / 9) ? random.between(1, 364) : 365
  return (day) => ({ withdrawalMethod: 'mpesa', mpesaNumber: day < replacedOn ? first : second })
}

/** Relatives with one phone. Some have all money sent to one of them. */
function createFamily(
  random: Random,
  { size, nextNumber }: { size: number; nextNumber: () => string },
): Person[] {
  const device = createPhone(random)
  const number = nextNumber()
  const isOneWallet = random.chance(SHARES.sharedWallet / SHARES.family)
  return Array.from({ length: size }, () => {
    const person = createMember(random, { device, nextNumber, invitedBy: null })
    if (!isOneWallet) return person
    return { ...person, place: () => ({ withdrawalMethod: 'mpesa' as const, mpesaNumber: number }) }
  })
}
