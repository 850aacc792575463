import { type Calendar, later } from '../create-calendar.ts'
import type { Random } from '../create-random.ts'

export type Respondent = {
  memberId: string
  firstName: string
  lastName: string
  email: string
  language: 'en' | 'sw'
  sex: 'female' | 'male'
  age: 'a18' | 'a25' | 'a35' | 'a50'
  county: string
  joinedAt: Date
  startedAt: Date
}

/** The days of the fieldwork, counted back from today. */
export const FIELD = { from: 37, to: 1 } as const

const FIRST_NAMES = {
  female:
    'Achieng Akoth Amina Anyango Asha Beatrice Chelangat Consolata Damaris Dorcas Eunice Fatma Gathoni Jebet Jerotich Kanini Khadija Lydia Makena Mumbi Mwikali Nancy Nasimiyu Njeri Nyambura Nyokabi Priscilla Rael Saumu Syombua Tabitha Veronica Wangui Wanja Zainab'.split(
      ' ',
    ),
  male: 'Abdi Ali Anthony Benard Bonface Charo Chege David Ezekiel Francis Gideon Hamisi Ian Jackson James Juma Karanja Kimani Kiprono Kiprotich Makau Maina Moses Mugo Mwenda Ndegwa Ochieng Ouma Paul Philip Rashid Shadrack Simon Wanyama Wycliffe'.split(
    ' ',
  ),
}
const LAST_NAMES =
  'Achola Barasa Chepkwony Cheruiyot Gachanja Gathogo Githinji Hussein Juma Kamande Karanja Khalif Kiarie Kibaki Kimeu Kinyua Kirui Korir Kosgei Kyalo Macharia Maingi Makokha Mbogo Mburu Mohamud Muli Munene Muriuki Musau Mutai Mutheu Mwakazi Mwangangi Ndirangu Njenga Nyaga Nyongesa Obiero Ochola Odera Ogola Okoth Oloo Omar Ombati Onyango Opiyo Osoro Rono Ruto Shikuku Sitati Tanui Wabwire Wachira Wafula Wanyonyi Waweru Were'.split(
    ' ',
  )

/** Shares of the sample, in percent. */
const AGES = { a18: 28, a25: 36, a35: 25, a50: 11 } as const
const COUNTIES = {
  nairobi: 24,
  kiambu: 12,
  nakuru: 11,
  mombasa: 10,
  kisumu: 10,
  kakamega: 9,
  other: 24,
} as const
const COAST = 'mombasa'

/** Most come in the first week and after a reminder in the fourth; few at weekends. */
const REMINDED_DAYS_AGO = 14

/** Make up people who are alike in nothing but that they take the study. */
export function createRespondents(random: Random, calendar: Calendar, count: number): Respondent[] {
  const days = listFieldDays(calendar)
  return Array.from({ length: count }, (_, index) => createRespondent(random, calendar, { index, days }))
}

/** Each day as often as its share of the answers. */
function listFieldDays(calendar: Calendar): number[] {
  const length = FIELD.from - FIELD.to + 1
  return Array.from({ length }, (_, at) => FIELD.from - at).flatMap((daysAgo) => {
    const since = (begun: number) => (daysAgo <= begun ? Math.exp((daysAgo - begun) / 5) : 0)
    const share = 2 + 14 * since(FIELD.from) + 9 * since(REMINDED_DAYS_AGO)
    return Array<number>(Math.round(share * (calendar.isWeekend(daysAgo) ? 0.6 : 1))).fill(daysAgo)
  })
}

function createRespondent(
  random: Random,
  calendar: Calendar,
  { index, days }: { index: number; days: readonly number[] },
): Respondent {
  const sex = random.chance(0.53) ? 'female' : 'male'
  const firstName = random.pick(FIRST_NAMES[sex])
  const lastName = random.pick(LAST_NAMES)
  const county = pickShare(random, COUNTIES)
  // Before the ninety days: the sign-ups of the story keep their shape.
  const joinedAt = calendar.at(random.between(96, 230), random.between(7 * 60, 21 * 60))
  return {
    memberId: random.uuid(),
    firstName,
    lastName,
    // Of two people with one name, only the number differs.
    email: `${firstName}.${lastName}.${index + 1}@demo.chuma`.toLowerCase(),
    language: random.chance(county === COAST ? 0.6 : 0.3) ? 'sw' : 'en',
    sex,
    age: pickShare(random, AGES),
    county,
    joinedAt,
    startedAt: later(calendar.at(random.pick(days), 0), 60 * (6.5 + 14 * random.next() ** 0.8)),
  }
}

export function pickShare<Name extends string>(random: Random, shares: Readonly<Record<Name, number>>): Name {
  const entries = Object.entries(shares) as [Name, number][]
  let left = random.next() * entries.reduce((sum, [, share]) => sum + share, 0)
  for (const [name, share] of entries) {
    left -= share
    if (left < 0) return name
  }
  return (entries.at(-1) as [Name, number])[0]
}
