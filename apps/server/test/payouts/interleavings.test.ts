import { verifyLedger } from '@chuma/core/books/verify-ledger'
import { decideWithdrawal } from '@chuma/core/payouts/approvals/decide-withdrawal'
import { retryPayout } from '@chuma/core/payouts/attempts/retry-payout'
import { resumePayoutQueue, stopPayoutQueue } from '@chuma/core/payouts/queue/queue'
import { finance } from '@chuma/core/payouts/testing'
import { tries } from '@chuma/db/testing'
import { type BehaviourName, behaviours, isBehaviourName } from '@chuma/mpesa/simulator/behaviours'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { openArena, type Run } from './arena.ts'

const RUNS = Number(process.env.TEST_PAYOUT_RUNS ?? tries({ short: 10, long: 60 }))
const PAYOUTS_A_RUN = 4

/** Behaviours that report the opposite of the truth, or another payment's receipt. The first report is believed. */
const LIARS: readonly BehaviourName[] = ['success-then-failure', 'failure-then-success', 'repeated-receipt']
const honestBehaviours = Object.keys(behaviours)
  .filter(isBehaviourName)
  .filter((name) => !LIARS.includes(name))

const arena = await openArena()
afterAll(arena.close)

type Action = 'work' | 'work again' | 'time' | 'deliver' | 'arrive' | 'stop' | 'resume'
type ActionOnOne = 'repeat' | 'time-out' | 'settle' | 'decline' | 'retry' | 'reject' | 'judge' | 'approve'
type Step = { take: Action; killAt: (number | null)[] } | { take: ActionOnOne; which: number }

const onAll: Record<Exclude<Action, 'work' | 'work again'>, (run: Run) => unknown> = {
  time: (run) => run.letTimePass(),
  deliver: (run) => run.deliver(),
  arrive: (run) => run.arrive(),
  stop: ({ deps }) => stopPayoutQueue(deps, finance, { reason: 'Stop' }),
  resume: ({ deps }) => resumePayoutQueue(deps, finance, { note: 'Go on' }),
}
const onOne: Record<ActionOnOne, (run: Run, which: number) => unknown> = {
  repeat: (run, which) => run.repeat(which, 'result'),
  'time-out': (run, which) => run.repeat(which, 'queue-timeout'),
  settle: (run, which) => run.settle(which, 'Completed'),
  decline: (run, which) => run.settle(which, 'Declined'),
  retry: ({ deps, payouts }, which) => retryPayout(deps, finance, { id: payouts[which]?.id ?? '' }),
  reject: (run, which) => run.rejectUnsent(which),
  judge: (run, which) => run.judge(which),
  approve: ({ deps, payouts }, which) =>
    decideWithdrawal(deps, finance, { id: payouts[which]?.id ?? '', status: 'approved', adminNotes: '' }),
}

/** Staff actions that are not allowed at the moment are refused, which is part of the test. */
async function take(run: Run, step: Step): Promise<void> {
  if ('which' in step) await Promise.resolve(onOne[step.take](run, step.which)).catch(run.expectRefusal)
  else if (step.take === 'work') await run.work(step.killAt)
  else if (step.take === 'work again') await run.workAgain(step.killAt)
  else await Promise.resolve(onAll[step.take](run)).catch(run.expectRefusal)
}

/** Pick each as often as its weight. */
function oneOf<T extends string>(weights: Record<T, number>) {
  const entries = Object.entries<number>(weights) as [T, number][]
  return fc.oneof(...entries.map(([value, weight]) => ({ weight, arbitrary: fc.constant(value) })))
}

// A send has fourteen places to die at; other jobs have fewer, and survive a number beyond them.
const killAt = fc.array(fc.option(fc.nat(14), { freq: 2 }), { minLength: 1, maxLength: 4 })
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      take: oneOf<Action>({ work: 6, 'work again': 2, time: 5, deliver: 4, arrive: 1, stop: 1, resume: 1 }),
      killAt,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      take: oneOf<ActionOnOne>({
        repeat: 2,
        'time-out': 2,
        settle: 1,
        decline: 1,
        retry: 3,
        reject: 2,
        judge: 1,
        approve: 1,
      }),
      which: fc.nat(PAYOUTS_A_RUN - 1),
    }),
  },
)
const behaviour = fc.oneof(
  { weight: 1, arbitrary: fc.constant<BehaviourName>('ok') },
  { weight: 3, arbitrary: fc.constantFrom(...honestBehaviours) },
)

test(
  'any worker killed at any step, and any callback twice, late or never: the money sent is the money booked',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(behaviour, { minLength: PAYOUTS_A_RUN, maxLength: PAYOUTS_A_RUN }),
        killAt,
        fc.array(step, { minLength: 2, maxLength: 8 }),
        async (names, firstKills, steps) => {
          const run = await arena.start(names)
          try {
            await run.work(firstKills)
            for (const step of steps) {
              await take(run, step)
              run.expectNoneTwice()
            }
            for (const which of run.payouts.keys()) await run.pressFor(which)
            await run.finish()
            await run.expectBooked()
          } finally {
            await run.close()
          }
        },
      ),
      { numRuns: RUNS },
    )
    expect(await verifyLedger(arena.deps)).toMatchObject({ ok: true, findings: [] })
  },
  RUNS * 10_000,
)
