import { expect, type Page } from '@playwright/test'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { test } from '../../support/fixtures.ts'
import { keepNewsAway } from '../../support/keep-news-away.ts'
import { signIn } from '../../support/people.ts'
import { BANK, givenRequested, pretend } from '../payouts/payouts.ts'
import { decide } from './wallet.ts'

const trackerOf = (page: Page) => page.getByRole('list', { name: 'Your withdrawals' }).getByRole('link')

/** The steps in the tracker's words, such as `Requested: done.` */
const steps = (...states: string[]) =>
  ['Requested', 'Checked', 'Sent', 'Received']
    .map((step, index) => `${step}: ${states[index] ?? 'to come'}.`)
    .join('')

test('the dashboard follows a withdrawal step by step from the request to the money', {
  tag: '@journey',
}, async ({ page }) => {
  const { member, id } = await givenRequested(page.request, BANK)
  await signIn(page, member)
  await page.goto('/dashboard')
  const tracker = trackerOf(page)
  await expect(tracker).toContainText(/2 points · KES 2,000 Pending · decision by \d+ \w+/)
  await expect(tracker).toContainText(steps('done', 'current step'))
  await decide(page.request, id, { status: 'approved' })
  await expect(tracker).toContainText(/Approved · sent by \d+ \w+/)
  await expect(tracker).toContainText(steps('done', 'done', 'current step'))
  await decide(page.request, id, { status: 'paid', adminNotes: 'EFT-78' })
  await expect(tracker).toContainText(/Paid · \d+ \w+/)
  await expect(tracker).toContainText(steps('done', 'done', 'done', 'done'))
  await expectLooksAccessible(page, 'a dashboard with a paid withdrawal')
  await tracker.click()
  await expect(page).toHaveURL('/withdraw')
  const item = page.getByRole('list', { name: 'Your withdrawals' }).getByRole('listitem')
  await expect(item).toContainText(steps('done', 'done', 'done', 'done'))
})

const PENDING = '"status":"pending"'
const UNTIL = '2026-12-24T09:00:00.000Z'
const CASES = [
  {
    name: 'sent',
    change: [
      [PENDING, '"status":"approved"'],
      [/"payoutState":[^,]+/, '"payoutState":"sent"'],
    ],
    words: /Approved · sent by \d+ \w+/,
    steps: steps('done', 'done', 'done', 'current step'),
  },
  {
    name: 'rejected',
    change: [[PENDING, '"status":"rejected"']],
    words: /Rejected · points restored/,
    steps: steps('done', 'stopped here'),
  },
  {
    name: 'cancelled',
    change: [
      [PENDING, '"status":"rejected"'],
      [/"payoutState":[^,]+/, '"payoutState":"cancelled"'],
    ],
    words: /you cancelled it, points restored/,
    steps: steps('done', 'stopped here'),
  },
  {
    name: 'returned',
    change: [
      [PENDING, '"status":"rejected"'],
      [/"payoutState":[^,]+/, '"payoutState":"returned"'],
    ],
    words: /the payment came back, points restored/,
    steps: steps('done', 'done', 'done', 'stopped here'),
  },
  {
    name: 'on hold for a time',
    change: [
      [/"holds":\[[^\]]*\]/, `"holds":[{"reason":"first-payout","since":"${UNTIL}","until":"${UNTIL}"}]`],
    ],
    words: /Pending · on hold until 24 Dec at the latest/,
    steps: steps('done', 'current step'),
  },
  {
    name: 'on hold until it is settled',
    change: [[/"holds":\[[^\]]*\]/, `"holds":[{"reason":"debt","since":"${UNTIL}","until":null}]`]],
    words: /Pending · on hold/,
    steps: steps('done', 'current step'),
  },
  {
    name: 'late',
    change: [[/"requestedAt":"[^"]+"/, '"requestedAt":"2026-01-05T09:00:00.000Z"']],
    words: /Pending · late, it was due by 12 Jan/,
    steps: steps('done', 'current step'),
  },
] as const

test('every state of a withdrawal is said in plain words, with one date at most', async ({ page }) => {
  const { member } = await givenRequested(page.request, BANK)
  await keepNewsAway(page)
  await signIn(page, member)
  for (const each of CASES) {
    await page.unroute('**/trpc/*wallet.listWithdrawals*')
    await pretend(page, 'wallet.listWithdrawals', (text) =>
      each.change.reduce((changed, [from, to]) => changed.replace(from, to), text),
    )
    await page.goto('/dashboard')
    await expect(trackerOf(page), each.name).toContainText(each.words)
    await expect(trackerOf(page), each.name).toContainText(each.steps)
    expect((await trackerOf(page).innerText()).match(/\d+ (Jan|Nov|Dec)/g)?.length ?? 0).toBeLessThan(2)
  }
})
