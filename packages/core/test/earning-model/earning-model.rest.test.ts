import { createTestDb, tries } from '@chuma/db/testing'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { Action } from './action.ts'
import {
  type LinkName,
  links,
  type ProvenName,
  proven,
  type SurveyName,
  surveys,
  type ViewName,
  views,
} from './catalogue.ts'
import { claimDecision, claimOpening } from './commands-claims.ts'
import { forgottenEventsJob, hoursPass, releaseJob, surveyExpiryJob } from './commands-clock.ts'
import { dailyLogin, quizOpening, quizSubmission, spinOf } from './commands-games.ts'
import { eventReplay, forgottenCall, partnerCall } from './commands-partners.ts'
import { reviewDecision } from './commands-reviews.ts'
import { linkClick, surveyCompletion, surveyStart } from './commands-surveys.ts'
import {
  proofDecision,
  proofSubmission,
  viewClaim,
  viewList,
  viewOpening,
  viewWait,
} from './commands-tasks.ts'
import { suspension, withdrawalDecision, withdrawalRequest } from './commands-wallet.ts'
import { availableOf, createModel, earnedByDay, heldOf, type Model, type Outcome } from './model.ts'
import { enter, givenLand, listFindings, readBooks, type World } from './testing.ts'

const SEQUENCES_PER_WALK = tries({ short: 40, long: 500 })
const MAX_STEPS = 16

type Command = fc.AsyncCommand<Model, World>
type Replay = { seed?: number; path?: string; replayPath?: string }
/** To repeat a failed sequence, paste what the failure printed and run only its walk. */
const replay: Replay = {}

/** Run an action once, or twice at the same time; of two either may be first. */
function toCommand(action: Action, times = 1): Command {
  const { name, isMembers = false, isPossible = () => true, predict, perform } = action
  return {
    check: (model) => !(isMembers && model.isSuspended) && isPossible(model),
    run: async (model, world) => {
      const predicted = Array.from({ length: times }, () => predict(model))
      const answers = await Promise.all(Array.from({ length: times }, () => perform(world)))
      expect(inAnyOrder(answers), name).toEqual(inAnyOrder(predicted))
      await checkBooks(model, world)
    },
    toString: () => (times === 1 ? name : `${name}, twice at once`),
  }
}

function inAnyOrder(outcomes: Outcome[]): Outcome[] {
  const keyOf = (outcome: Outcome) => JSON.stringify(Object.entries(outcome).sort())
  return [...outcomes].sort((a, b) => keyOf(a).localeCompare(keyOf(b)))
}

/** All invariants of the ledger except the seals, which are checked after a sequence, because postings never change. */
async function checkBooks(model: Model, world: World): Promise<void> {
  const books = await readBooks(world)
  const { postings } = books
  const sum = { available: 0, held: 0, seq: 0 }
  const follows = postings.every(({ seq, points, heldPoints, availableAfter, heldAfter }) => {
    sum.available += points
    sum.held += heldPoints
    sum.seq += 1
    return seq === sum.seq && availableAfter === sum.available && heldAfter === sum.held
  })
  expect(follows, 'each posting follows from the one before').toBe(true)
  expect(new Set(postings.map(({ sourceKey }) => sourceKey)).size, 'sources').toBe(postings.length)
  const days = [...earnedByDay(model)].map(([day, points]) => [nameDay(world, day), points] as const)
  expect(books).toMatchObject({
    ...sum,
    inReversalDebt: sum.available < 0,
    earned: days.reduce((earned, [, points]) => earned + points, 0),
    days: Object.fromEntries(days),
    credits: model.credits.map(({ state }) => state).sort(),
    withdrawals: model.withdrawals.map(({ status }) => status).sort(),
  })
  expect(sum.held).toBeGreaterThanOrEqual(0)

  expect(postings.map(shown), 'ledger').toEqual(model.ledger.map(shown))
  expect(sum).toMatchObject({ available: availableOf(model), held: heldOf(model) })
}

const shown = ({ kind, points, heldPoints }: { kind: string; points: number; heldPoints: number }) =>
  `${kind} ${points} ${heldPoints}`

function nameDay({ firstDay }: World, day: number): string {
  const date = new Date(`${firstDay}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + day)
  return date.toISOString().slice(0, 10)
}

const namesOf = <T extends string>(record: Record<T, unknown>) => Object.keys(record) as T[]
const times = fc.constantFrom(1, 1, 1, 2)
const pick = fc.nat({ max: 5 })
const make = <T>(arbitrary: fc.Arbitrary<T>, action: (value: T) => Action): fc.Arbitrary<Command> =>
  fc.tuple(arbitrary, times).map(([value, n]) => toCommand(action(value), n))
/** For actions that cannot happen twice at the same time: time. */
const makeOnce = <T>(arbitrary: fc.Arbitrary<T>, action: (value: T) => Action): fc.Arbitrary<Command> =>
  arbitrary.map((value) => toCommand(action(value)))
const nothing = fc.constant(null)

const rarely = fc.constantFrom(false, false, false, false, false, true)

const time = [makeOnce(fc.constantFrom(1, 13, 24, 24, 48, 49, 72, 120), hoursPass)]
const games = [
  make(nothing, dailyLogin),
  make(fc.constantFrom(0, 8), spinOf),
  make(nothing, quizOpening),
  make(fc.record({ right: fc.nat({ max: 5 }), isUnfinished: rarely }), quizSubmission),
]
const view = fc.constantFrom<ViewName>(...namesOf(views), 'spring', 'spring', 'shoes')
const watching = [
  make(fc.constantFrom('video', 'ad'), viewList),
  make(view, viewOpening),
  makeOnce(fc.constantFrom(300, 600), viewWait),
  make(view, viewClaim),
  make(view, viewClaim),
]
const proofs = [
  make(fc.constantFrom<ProvenName>(...namesOf(proven)), proofSubmission),
  make(
    fc.record({
      pick,
      decision: fc.constantFrom('approved', 'rejected'),
      reason: fc.constantFrom('', 'Blurred', 'Seen'),
    }),
    proofDecision,
  ),
]
const survey = fc.constantFrom<SurveyName>(...namesOf(surveys))
const surveying = [
  make(survey, surveyStart),
  make(fc.record({ name: survey, isWrong: rarely }), surveyCompletion),
  make(nothing, surveyExpiryJob),
]
const said = fc.record({
  kind: fc.constantFrom('credit', 'credit', 'credit', 'reverse', 'reverse', 'screenout'),
  pick,
  transaction: fc.constantFrom('t1', 't1', 't2', 't3'),
  goal: fc.constantFrom('', '', 'install', 'purchase'),
  usd: fc.constantFrom(2, 3, 7, 12),
  isLost: rarely,
  isStranger: rarely,
})
const partnering = [
  make(fc.constantFrom('quick', 'slow'), surveyStart),
  make(fc.constantFrom<LinkName>(...namesOf(links)), linkClick),
  make(said, partnerCall),
  make(said, partnerCall),
  make(said, partnerCall),
  make(said, forgottenCall),
  make(fc.record({ pick, clickPick: fc.option(pick) }), eventReplay),
  make(fc.record({ pick, decision: fc.constantFrom('promised', 'bought', 'rejected') }), reviewDecision),
  make(nothing, releaseJob),
  make(nothing, forgottenEventsJob),
]
const claiming = [
  make(pick, claimOpening),
  make(
    fc.record({
      pick,
      decision: fc.constantFrom('credited', 'credited', 'declined'),
      points: fc.constantFrom(undefined, 16),
    }),
    claimDecision,
  ),
]
const withdrawing = [
  make(
    fc.record({
      points: fc.constantFrom(1, 2, 5, 6, 10, 12, 12, 18, 400),
      method: fc.constantFrom('mpesa', 'bank'),
      key: fc.constantFrom(undefined, undefined, 'k1', 'k2'),
    }),
    withdrawalRequest,
  ),
  make(
    fc.record({
      pick,
      status: fc.constantFrom('approved', 'rejected', 'paid'),
      note: fc.constantFrom('', 'Slip 1', 'Slip 2'),
    }),
    withdrawalDecision,
  ),
]
const suspending = [make(fc.boolean(), suspension)]

const walks: { who: string; commands: fc.Arbitrary<Command>[] }[] = [
  {
    who: 'everybody',
    commands: [
      ...[games, watching, proofs, surveying, partnering, claiming, withdrawing, suspending, time].flat(),
    ],
  },
  { who: 'a member at games and tasks', commands: [games, watching, proofs, time].flat() },
  { who: 'partners and those who judge claims', commands: [surveying, partnering, claiming, time].flat() },
  {
    who: 'partners while the points are taken out',
    commands: [partnering, withdrawing, withdrawing, suspending, time].flat(),
  },
]
const databases = await Promise.all(walks.map(() => createTestDb({ max: 4 })))
afterAll(() => Promise.all(databases.map(({ close }) => close())))

for (const [index, { who, commands }] of walks.entries()) {
  test.concurrent(`in any sequence of actions by ${who} each cause pays once and the books add up`, async () => {
    const database = databases[index]
    if (!database) throw new Error('a walk without a database')
    const land = await givenLand(database.db)
    const { replayPath, ...parameters } = replay
    const limits = { maxCommands: MAX_STEPS, size: 'max' as const, ...(replayPath ? { replayPath } : {}) }
    await fc.assert(
      fc.asyncProperty(fc.commands(commands, limits), async (sequence) => {
        const model = createModel()
        const world = await enter(land)
        await fc.asyncModelRun(() => ({ model, real: world }), sequence)
        const lastJobs = [toCommand(forgottenEventsJob()), toCommand(releaseJob())]
        await fc.asyncModelRun(() => ({ model, real: world }), lastJobs)
        expect(await listFindings(world), 'what verifyLedger finds').toEqual([])
      }),
      { numRuns: SEQUENCES_PER_WALK, ...parameters },
    )
  }, 600_000)
}
