import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { splitBlocks } from '../distribution/find-obstacles.ts'

/** What open pages show or processes keep a copy of, and the channel that tells them to read it again. */
const ANNOUNCED = {
  withdrawal: 'withdrawal_change',
  hold: 'withdrawal_change',
  payout_pause: 'withdrawal_change',
  session: 'session_end',
  staff_session: 'session_end',
  task_proof: 'waiting_change',
  credit_claim: 'waiting_change',
  cluster: 'waiting_change',
  survey_review: 'waiting_change',
  partner_credit: 'waiting_change',
  contact_message: 'waiting_change',
  reconciliation_difference: 'waiting_change',
  statement_desk: 'waiting_change',
  payout_queue: 'waiting_change',
  payout_float: 'waiting_change',
  approval_request: 'waiting_change',
  books_check: 'waiting_change',
  survey: 'survey_change',
  survey_eligibility: 'survey_change',
  survey_quota: 'survey_change',
  questionnaire_version: 'survey_change',
  client_order: 'survey_change',
} as const

/** Changes that no page shows or has to end for. */
const SILENT = new Set([
  // When they are looked at next, or how long they last.
  ...['holds.scheduleHolds', 'holds.hastenHolds', 'holds.postponeHolds', 'survey-reviews.extendSurveyHold'],
  // A restore and a lost key are dealt with while nothing serves.
  ...['holds.holdRestoredWithdrawals', 'holds.holdUnreadableWithdrawals', 'restored.endAllSessions'],
  // `moveWithdrawals`, `reviewHolds` and `completeAttempt` announce what they write with these.
  ...[
    'payouts.withdrawalsUpdate',
    'holds.holdsEnd',
    'survey-reviews.reviewInsert',
    'survey-reviews.openReview',
  ],
  // A session begins or is used; those that end one announce it.
  ...['sessions.insertSession', 'sessions.touchSession', 'sessions.touchStaffSide', 'sessions.stepUpSession'],
  ...['sessions.forgetProofs', 'sessions.allowPasswordReset', 'sessions.endSessions'],
  ...['staff-sessions.insertStaffSession', 'staff-sessions.touchStaffSession'],
  ...['staff-sessions.stepUpStaffSession', 'staff-sessions.revokeOpen'],
  // Words of an erased member, or of the demo.
  ...['erasure.blotOutEarnings', 'erasure.deleteMailOf', 'approvals.blotOutApprovals', 'demo.endDemoReviews'],
  ...['clusters.removeFromClusters', 'approvals.clearRunsAt', 'secrets.replacePayloadSecret'],
  // How many places are left, which no process keeps a copy of.
  ...['survey-offers.setTakenPlaces', 'survey-offers.freePlace', 'quotas.releaseSoftLaunch'],
  // The turns of a queue, and a balance as such.
  ...[
    'payout-queue.lockQueues',
    'payout-queue.takeTurn',
    'payout-queue.slowQueue',
    'payout-queue.upsertFloat',
  ],
])

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

async function listSilentChanges(): Promise<string[]> {
  const folder = import.meta.dirname
  const files = (await readdir(folder, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  const found = await Promise.all(
    files.map(async (file) =>
      splitBlocks(await readFile(path.join(folder, file), 'utf8')).flatMap(({ name, text }) => {
        const changes = text.matchAll(
          /(?:updateTable|deleteFrom|insertInto)\(\s*'(\w+)|\b(?:update|delete from|insert into) (\w+)/g,
        )
        const silent = [...changes].some(([, built, written]) => {
          const channel = ANNOUNCED[snake(built ?? written ?? '') as keyof typeof ANNOUNCED]
          return channel !== undefined && !text.includes(`'${channel}'`)
        })
        return silent ? [`${path.basename(file, '.ts')}.${name}`] : []
      }),
    ),
  )
  return found.flat().sort()
}

test('every change of what open pages show is announced, but for those that they do not', async () => {
  expect(await listSilentChanges()).toEqual([...SILENT].sort())
})
