import type { Random } from '../../src/demo/story/world.ts'
import { drawBrowser, drawName, drawOwnAddress, type PayoutPlace, type Person } from './person.ts'

const HABITS = ['aliases', 'one account', 'few numbers', 'own numbers', 'invitations', 'returning'] as const
export type Habit = (typeof HABITS)[number]

/** Sizes by habit, up to 500 accounts. Aliases of one mailbox and returning mailboxes do not scale further. */
const SIZES: Readonly<Record<Habit, readonly [number, number]>> = {
  aliases: [5, 20],
  'one account': [5, 120],
  'few numbers': [20, 300],
  'own numbers': [10, 100],
  invitations: [20, 500],
  returning: [5, 15],
}

type Land = { count: number; largest: number; nextNumber: () => string; firstIndex: number }

/**
 * Farms by what was found on such sites: aliases of one mailbox, many accounts to one bank account or a few numbers, bought SIM cards
 * on a shelf of phones, chains of invitations, and accounts deleted and opened again. Scripts answer their surveys.
 */
export function createFarms(random: Random, { count, largest, nextNumber, firstIndex }: Land): Person[] {
  const people: Person[] = []
  for (let number = 0; number < count; number += 1) {
    const habit = HABITS[number % HABITS.length] ?? 'aliases'
    const [least, most] = SIZES[habit]
    // Most farms are small.
    const size = Math.min(largest, Math.round(least + (most - least) * random.next() ** 2))
    people.push(
      ...createFarm(random, {
        habit,
        size,
        name: `${habit} ${number + 1}`,
        nextNumber,
        at: firstIndex + people.length,
      }),
    )
  }
  return people
}

type Farm = { habit: Habit; size: number; name: string; nextNumber: () => string; at: number }

function createFarm(random: Random, { habit, size, name, nextNumber, at }: Farm): Person[] {
  const begins = random.between(10, 280)
  const address = drawOwnAddress(random)
  const shelf = Array.from({ length: habit === 'own numbers' ? Math.ceil(size / 12) : 1 }, () =>
    drawBrowser(random),
  )
  const mailbox = `${name.replaceAll(/[^a-z]/g, '')}${random.between(1000, 9999)}`
  const account = String(random.between(2_000_000_000, 2_999_999_999))
  const numbers = Array.from({ length: Math.max(1, Math.ceil(size / 8)) }, nextNumber)
  const staysDays = random.between(10, 60)
  const inADay = random.between(3, 25)
  return Array.from({ length: size }, (_, index) => {
    const person = drawName(random)
    const tag = `${mailbox}${index}`
    const userAgent = shelf[index % shelf.length] ?? ''
    const own = nextNumber()
    const place = (): PayoutPlace => {
      if (habit === 'few numbers' || habit === 'invitations')
        return { withdrawalMethod: 'mpesa', mpesaNumber: numbers[index % numbers.length] ?? own }
      if (habit === 'own numbers') return { withdrawalMethod: 'mpesa', mpesaNumber: own }
      const bankName = ['KCB', 'KCB Bank', 'Kenya Commercial Bank'][index % 3] ?? 'KCB'
      return {
        withdrawalMethod: 'bank',
        bankName,
        accountNumber: account,
        accountName: `${person.firstName} ${person.lastName}`,
      }
    }
    return {
      ...person,
      farm: name,
      email: emailOf(habit, { mailbox, tag, index }),
      joinsOn: Math.min(330, begins + Math.floor(index / inADay)),
      invitedBy: habit === 'invitations' && index > 0 ? at + Math.floor((index - 1) / 3) : null,
      device: () => ({ address, userAgent }),
      place,
      staysDays,
      comesOn: () => true,
      answers: (day) => ((day + index) % 2 === 0 ? 'as a script' : 'no'),
      withdrawsFrom: random.between(1, 60),
      changesPasswordOn: new Set<number>(),
      returnsAfterDays: habit === 'returning' ? random.between(3, 8) : null,
    }
  })
}

function emailOf(
  habit: Habit,
  { mailbox, tag, index }: { mailbox: string; tag: string; index: number },
): string {
  if (habit === 'aliases' || habit === 'returning') {
    if (index % 3 === 0) return `${mailbox}+${index}@gmail.com`
    const dotted = `${mailbox.slice(0, (index % 6) + 2)}.${mailbox.slice((index % 6) + 2)}`
    return index % 3 === 1 ? `${dotted}@gmail.com` : `${dotted}+${index}@googlemail.com`
  }
  return `${tag}@${index % 2 === 0 ? 'gmail.com' : 'outlook.com'}`
}
