import { economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import type { AutomaticMode } from '@chuma/contract/payouts/automatic-payouts'
import type { PlainQuestion } from '@chuma/contract/surveys/surveys'
import type { Db } from '@chuma/db/client'
import { insertEconomyVersion } from '@chuma/db/queries/admin/economy'
import { givenSettled } from '../../src/admin/approvals/testing.ts'
import type { StaffActor } from '../../src/caller.ts'
import { createStoryRandom, type Random } from '../../src/demo/story/world.ts'
import type { Deps } from '../../src/deps.ts'
import type { Payment } from '../../src/payouts/attempts/payouts.ts'
import { scriptedPayouts } from '../../src/payouts/testing.ts'
import { givenSurvey } from '../../src/surveys/testing.ts'
import { createMailCapture, createTestDeps } from '../../src/testing.ts'
import type { Clock } from './clock.ts'
import { createFarms } from './farms.ts'
import { createHonestMembers } from './honest-members.ts'
import { createPayer } from './payer.ts'
import { createNumbers, type Person } from './person.ts'

const DAY_MS = 86_400_000

/** Someone in the simulation, with their account once they have one. */
export type Account = {
  index: number
  person: Person
  /** How often they have opened an account: 0 before the first. */
  times: number
  memberId: string | null
  email: string
  token: string
  /** Where the session was opened, and on which day. */
  session: { userAgent: string; day: number } | null
  /** Started on an earlier visit, and finished on the next. */
  openSurvey: string | null
  nextSurvey: number
  withdrawals: number
  hasLeft: boolean
}

export type World = {
  db: Db
  deps: Deps
  clock: Clock
  /** What the provider has been asked to pay. */
  orders: Payment[]
  random: Random
  accounts: Account[]
  surveys: string[]
  /** Who approves, who answers for farms, and who agrees where it takes two people. */
  finance: StaffActor
  desk: StaffActor
  owner: StaffActor
  /** The token in the last mail to an address. */
  tokenFor: (email: string) => string | undefined
  /** What a call threw that nobody expected. */
  problems: Map<string, number>
}

/**
 * Production's rules and holds, with specified rewards, and a bonus for invitations, which farms like. Limits of the staff are off:
 * this is not about them.
 */
const TERMS = economy.parse({
  ...defaultEconomy,
  referralBonusPoints: 10,
  selfApprovalKes: 1_000_000_000,
  dailyApprovalsOwnerKes: 1_000_000_000,
  dailyApprovalsStaffKes: 1_000_000_000,
  dailyCreditsOwnerKes: 1_000_000_000,
  dailyCreditsStaffKes: 1_000_000_000,
  largeWithdrawalKes: 400_000,
  // The amounts of specified rewards.
  automaticMaxKes: 250_000,
  automaticMemberDayKes: 500_000,
  automaticDayKes: 1_000_000_000,
  automaticFirstPayouts: true,
})

/** `largest`: accounts of the largest farm. */
export type Size = { seed: number; members: number; farms: number; largest: number; automatic: AutomaticMode }

/** A site on its first day, and everyone who will come to it during the year. */
export async function createWorld(
  db: Db,
  clock: Clock,
  { seed, members, farms, largest, automatic }: Size,
): Promise<World> {
  const random = createStoryRandom(seed)
  const nextNumber = createNumbers()
  const honest = createHonestMembers(random, { count: members, nextNumber })
  const people = [
    ...honest,
    ...createFarms(random, { count: farms, largest, nextNumber, firstIndex: honest.length }),
  ]
  const { mail, sent } = createMailCapture()
  const terms = { ...TERMS, automaticPayout: automatic }
  await insertEconomyVersion(db, {
    record: terms,
    choice: null,
    follows: 0,
    changedBy: 'system',
    reason: 'The year',
  })
  const { provider, orders } = createPayer()
  const tokens = new Map<string, string>()
  const surveys = await Promise.all(
    Array.from({ length: 60 }, (_, number) =>
      givenSurvey(db, {
        title: `Survey ${number + 1}`,
        rewardUsd: random.between(3, 12),
        questions: QUESTIONS,
      }),
    ),
  )
  const deps = createTestDeps(db, { mail, economy: async () => terms, payouts: scriptedPayouts(provider) })
  return {
    db,
    deps,
    orders,
    clock,
    random,
    accounts: people.map((person, index) => ({ ...NOBODY_YET, index, person, email: person.email })),
    surveys,
    finance: (await givenSettled(deps, { role: 'finance', username: 'finance' })).actor,
    desk: (await givenSettled(deps, { role: 'content', username: 'desk' })).actor,
    owner: (await givenSettled(deps, { role: 'owner', username: 'owner' })).actor,
    tokenFor: (email) => {
      for (const { mail: one } of sent.splice(0)) {
        if (typeof one.to === 'string' && typeof one.token === 'string') tokens.set(one.to, one.token)
      }
      return tokens.get(email)
    },
    problems: new Map(),
  }
}

const NOBODY_YET = {
  times: 0,
  memberId: null,
  token: '',
  session: null,
  openSurvey: null,
  nextSurvey: 0,
  withdrawals: 0,
  hasLeft: false,
}

const options = ['Every week', 'Every month', 'A few times a year', 'Never']
const QUESTIONS: PlainQuestion[] = [
  {
    id: 1,
    type: 'multiple-choice',
    question: 'How often do you shop at a supermarket?',
    options,
    required: true,
  },
  { id: 2, type: 'rating', question: 'How fresh is what you buy there?', options: [], required: true },
  { id: 3, type: 'rating', question: 'How well do you know the prices?', options: [], required: true },
  {
    id: 4,
    type: 'rating',
    question: 'How friendly are the people at the till?',
    options: [],
    required: true,
  },
  { id: 5, type: 'rating', question: 'How easy is it to get there?', options: [], required: true },
  { id: 6, type: 'yes-no', question: 'Do you pay by phone?', options: [], required: true },
  { id: 7, type: 'text', question: 'What would you change?', options: [], required: true },
]

export { DAY_MS }
