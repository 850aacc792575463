import type { AnswerValue } from '@chuma/contract/surveys/answers'
import type { Random } from '../create-random.ts'
import { OPEN_QUESTION, THEMES, UNSORTED } from './open-answers.ts'
import { pickShare, type Respondent } from './respondents.ts'

export type Drawn = {
  /** In codes, by question id; also to questions that are not asked. */
  answers: Map<number, AnswerValue>
  /** The category of the open answer, from 1; null: none. */
  category: number | null
}

/** Who is turned away: by their age, or because they do not use mobile money. */
type Screened = 'under18' | 'no-money' | null

/**
 * Draw what one person answers. Women save more, in chamas; the young on their phone; people over 35 in a SACCO or bank; men
 * and people of 25 to 34 borrow more; Nairobi pays in shops and minds the charges less.
 */
export function drawAnswers(random: Random, person: Respondent, screened: Screened): Drawn {
  const { category, words } = drawWords(random, person)
  const services = drawServices(random, person)
  const saves = random.chance(
    (person.sex === 'female' ? 0.74 : 0.59) + (services.choices.includes('saving') ? 0.1 : 0),
  )
  const isCity = person.county === 'nairobi'
  const answers = new Map<number, AnswerValue>([
    [1, screened === 'under18' ? 'under18' : person.age],
    [2, screened === 'no-money' ? 'no' : 'yes'],
    [3, random.chance(0.015) ? 'not_said' : person.sex],
    [4, person.county],
    [5, services],
    [6, drawLoan(random)],
    [7, between(random, { middle: isCity ? 3.5 : 2.8, spread: 1.3, from: 1, to: 5 })],
    [8, between(random, { middle: person.age === 'a50' ? 5.8 : 7.4, spread: 4, from: 0, to: 10 })],
    [9, saves ? 'yes' : 'no'],
    [10, pickShare(random, placesOf(person))],
    [11, { rows: drawTrust(random, person) }],
  ])
  if (words !== null) answers.set(OPEN_QUESTION, words)
  return { answers, category }
}

function drawServices(random: Random, { sex, age, county }: Respondent) {
  const chances = {
    sending: 0.86,
    shops: county === 'nairobi' || county === 'kiambu' ? 0.71 : 0.46,
    bills: age === 'a18' ? 0.24 : 0.55,
    airtime: 0.78,
    loans: (sex === 'male' ? 0.4 : 0.28) + (age === 'a25' ? 0.08 : age === 'a50' ? -0.14 : 0),
    saving: (sex === 'female' ? 0.41 : 0.27) + (age === 'a18' ? 0.08 : 0),
  }
  const choices = Object.entries(chances).flatMap(([code, chance]) => (random.chance(chance) ? [code] : []))
  if (choices.length > 0 && !random.chance(0.04)) return { choices }
  const other = random.pick([
    'Paying my workers',
    'Harambee',
    'Kulipa wafanyakazi',
    'Church offering',
    'Betting',
  ])
  return { choices: [...choices, 'other'], other }
}

/** Many small loans and a few large ones, in round sums. */
const drawLoan = (random: Random) => {
  const sum = 300 * Math.exp(3.6 * random.next() ** 1.5)
  return Math.round(sum / (sum < 1000 ? 50 : 500)) * (sum < 1000 ? 50 : 500)
}

function placesOf({ sex, age, county }: Respondent) {
  const isOlder = age === 'a35' || age === 'a50'
  return {
    phone: { a18: 52, a25: 34, a35: 20, a50: 14 }[age],
    chama: sex === 'female' ? 34 : 12,
    sacco: isOlder ? 26 : 11,
    bank: (isOlder ? 20 : 12) + (county === 'nairobi' ? 10 : 0),
    home: county === 'other' || county === 'kakamega' ? 13 : 6,
  }
}

const TRUST = ['lot', 'some', 'little', 'none'] as const

function drawTrust(random: Random, { sex, age }: Respondent): Record<string, string> {
  const middles = {
    phone: age === 'a50' ? 1.4 : 0.7,
    chama: sex === 'female' ? 0.9 : 1.7,
    sacco: age === 'a18' ? 1.4 : 0.9,
    bank: 1,
  }
  return Object.fromEntries(
    Object.entries(middles).map(([row, middle]) => {
      const place = between(random, { middle, spread: 1.2, from: 0, to: 3 })
      return [row, TRUST[place] ?? 'some']
    }),
  )
}

/** Most write something; a third of it is not sorted yet. */
function drawWords(random: Random, { language, sex }: Respondent) {
  if (!random.chance(0.62)) return { category: null, words: null }
  if (random.chance(0.12)) return { category: null, words: random.pick(UNSORTED[language]) }
  const shares = { 0: 30, 1: 22, 2: 14, 3: 12, 4: sex === 'female' ? 16 : 6, 5: 6 }
  const at = Number(pickShare(random, shares))
  const words = random.pick(THEMES[at]?.[language] ?? UNSORTED[language])
  return { category: random.chance(0.7) ? at + 1 : null, words }
}

type Bell = { middle: number; spread: number; from: number; to: number }

/** A whole number, around the middle. */
function between(random: Random, { middle, spread, from, to }: Bell): number {
  const bell = random.next() + random.next() + random.next() - 1.5
  return Math.min(to, Math.max(from, Math.round(middle + bell * spread * 1.6)))
}
