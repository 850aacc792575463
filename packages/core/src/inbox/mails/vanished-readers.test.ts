import { randomUUID } from 'node:crypto'
import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { sendEmailChanged, sendEmailChangeNotice, sendPasswordChanged } from '../../auth/security-mails.ts'
import type { Deps } from '../../deps.ts'
import { openClaim, sendClaimDecided } from '../../partners/claims.ts'
import { listMyClicks } from '../../partners/clicks.ts'
import { givenClick } from '../../partners/testing.ts'
import { sendPauseNews } from '../../payouts/pauses.ts'
import { sendPremiumEnding, sendPremiumStarted } from '../../premium/process-premium-callback.ts'
import { sendProofDecided } from '../../tasks/proofs.ts'
import { createMailCapture, createTestDeps } from '../../testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const { mail, sent } = createMailCapture()
const deps = createTestDeps(db, { mail })

const memberId = randomUUID()
const email = 'gone@example.com'
const moved = { memberId, email, newEmail: 'new@example.com' }
const jobs: [name: string, job: (deps: Deps) => Promise<unknown>][] = [
  ['a changed password', (deps) => sendPasswordChanged(deps, { memberId, email })],
  ['a requested change of address', (deps) => sendEmailChangeNotice(deps, moved)],
  ['a changed address', (deps) => sendEmailChanged(deps, moved)],
  ['a pause', (deps) => sendPauseNews(deps, { memberId, pauseId: randomUUID(), email, news: 'paused' })],
  ['a decided proof', (deps) => sendProofDecided(deps, { memberId, proofId: randomUUID() })],
  ['a decided claim', (deps) => sendClaimDecided(deps, { memberId, clickId: randomUUID() })],
  ['premium that began', (deps) => sendPremiumStarted(deps, { memberId, email })],
  ['premium that ends', (deps) => sendPremiumEnding(deps, { memberId, email })],
]

test.each(jobs)(
  'the mail about %s is not sent once its reader is gone, and its job is done',
  async (_, job) => {
    await job(deps)
    expect(sent).toEqual([])
  },
)

test('a claim that is still open mails no decision', async () => {
  const { member } = await givenClick(deps)
  const [click] = await listMyClicks(deps, member)
  const clickId = click?.id ?? ''
  await openClaim(deps, member, { clickId, note: '' })
  await sendClaimDecided(deps, { memberId: member.memberId, clickId })
  expect(sent).toEqual([])
})
