import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { countCalls } from '../../support/count-calls.ts'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { newPerson, test } from '../../support/fixtures.ts'
import { bearer, givenMember, staffToken } from '../../support/people.ts'
import { openPlace, openStaff } from '../admin/staff.ts'

// One queue for all of them: each moves to the proofs that it made itself, which nobody else decides about.
test.describe.configure({ mode: 'serial' })

const unique = () => newPerson().email.replaceAll(/\D/g, '')
const queueOf = (page: Page) => page.getByRole('region', { name: 'Waiting proofs' })
const shown = (page: Page) => queueOf(page).getByRole('article')
const newsOf = (page: Page) => queueOf(page).getByRole('status')

/** Create a number of proofs for a new micro-job, each by a new member, in the order of submission. */
async function givenProofs(request: APIRequestContext, count: number) {
  const headers = bearer(await staffToken(request))
  const title = `Count to ${unique()}`
  const data = {
    kind: 'micro-job',
    title,
    points: 7,
    instructions: 'Count and write it down.',
    isActive: true,
  }
  const { id } = await (await request.post('/api/admin/tasks', { headers, data })).json()
  const proofs: { id: string; text: string; token: string }[] = []
  for (let index = 0; index < count; index++) {
    const member = await givenMember(request)
    const text = `https://pictures.example/${unique()}`
    const handedIn = await request.post(`/api/micro-jobs/${id}/proof`, {
      headers: bearer(member.token),
      data: { proof: text },
    })
    expect(handedIn.status()).toBe(201)
    proofs.push({ id: (await handedIn.json()).id, text, token: member.token })
  }
  return { title, proofs, headers }
}

/** Goes on by the key until this proof is on screen. */
async function goTo(page: Page, text: string) {
  for (;;) {
    const before = await shown(page).textContent()
    if (before?.includes(text)) return
    await page.keyboard.press('j')
    await expect(shown(page)).not.toHaveText(before ?? '')
  }
}

const pointsOf = async (request: APIRequestContext, { token }: { token: string }) =>
  (await (await request.get('/api/user-stats-enhanced', { headers: bearer(token) })).json()).points

test('a queue is worked through by keys alone', { tag: '@journey' }, async ({ page }) => {
  const { title, proofs } = await givenProofs(page.request, 3)
  const [first, second, third] = proofs
  await openStaff(page, 'content')
  await page.goto('/admin')
  await openPlace(page, 'Reviews', 'Proofs')
  await expect(page).toHaveURL('/admin/proofs')
  await page.reload()
  await expect(queueOf(page)).toBeFocused()
  await goTo(page, first?.text ?? '')
  await expect(shown(page)).toContainText(title)
  await expect(shown(page)).toContainText('Count and write it down.')
  await expect(shown(page)).toContainText('Other proofs: 0 approved, 0 rejected')
  await expect(shown(page)).toContainText('7 points')
  const link = shown(page).getByRole('link', { name: 'Open the proof' })
  await expect(link).toHaveAttribute('href', first?.text ?? '')
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer')

  await page.keyboard.press('a')
  await expect(newsOf(page)).toContainText(`Approved: “${title}” by Baraka Kip.`)
  await expect(newsOf(page).getByRole('link')).toBeVisible()
  await expect(shown(page)).toContainText(second?.text ?? '')
  await expect(queueOf(page)).toBeFocused()
  expect(await pointsOf(page.request, first ?? { token: '' })).toBe(7)

  await page.keyboard.press('j')
  await expect(shown(page)).toContainText(third?.text ?? '')
  await page.keyboard.press('k')
  await expect(shown(page)).toContainText(second?.text ?? '')

  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Reject this proof' })
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(
    /Give a reason: the member will read it/,
  )
  // A letter in the field is a letter, and decides nothing.
  await page.keyboard.type('a jar')
  await expect(dialog.getByLabel('Reason')).toHaveValue('a jar')
  await dialog.getByRole('button', { name: 'We cannot open or read what you handed in.' }).click()
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(newsOf(page)).toContainText(`Rejected: “${title}” by Baraka Kip.`)
  await expect(shown(page)).toContainText(third?.text ?? '')
  const jobs = await page.request.get('/api/micro-jobs', { headers: bearer(second?.token ?? '') })
  const job = (await jobs.json()).find((row: { title: string }) => row.title === title)
  expect(job.proof).toMatchObject({
    state: 'rejected',
    reason: 'We cannot open or read what you handed in.',
  })
  await page.keyboard.press('a')
  await expect(newsOf(page)).toContainText('Approved')
})

test('single keys act only while the queue has the focus, are on screen, and can be switched off', async ({
  page,
}) => {
  const { proofs } = await givenProofs(page.request, 1)
  await openStaff(page, 'content')
  await page.goto('/admin/proofs')
  await goTo(page, proofs[0]?.text ?? '')
  const calls = countCalls(page, 'admin.decideProof')
  const legend = page.getByText('Reject, with a reason')
  await expect(legend).toBeHidden()
  await page.keyboard.press('?')
  await expect(legend).toBeVisible()
  await expect(page.locator('dt kbd')).toHaveText(['A', 'R', 'J', 'K', '?'])

  await page.getByRole('button', { name: 'Keys', exact: true }).focus()
  await page.keyboard.press('a')
  await page.keyboard.press('r')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const keys = page.getByRole('switch', { name: 'Use single keys' })
  await keys.uncheck()
  await queueOf(page).focus()
  await page.keyboard.press('r')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.reload()
  await expect(keys).not.toBeChecked()
  await keys.check()
  await queueOf(page).focus()
  await page.keyboard.press('Control+a')
  await goTo(page, proofs[0]?.text ?? '')
  await page.keyboard.press('r')
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(calls()).toBe(0)
})

// Backed by packages/core/src/tasks/proofs.test.ts
test('of two admins the second is told, and is on the next proof already', { tag: '@long' }, async ({
  page,
}) => {
  const { title, proofs, headers } = await givenProofs(page.request, 2)
  await openStaff(page, 'content')
  await page.goto('/admin/proofs')
  await goTo(page, proofs[0]?.text ?? '')
  const data = { decision: 'rejected', reason: 'Elsewhere' }
  const decided = await page.request.put(`/api/admin/proofs/${proofs[0]?.id}`, { headers, data })
  expect(decided.status()).toBe(200)
  await page.keyboard.press('a')
  await expect(newsOf(page)).toContainText(`Someone else already decided “${title}” by Baraka Kip.`)
  await expect(shown(page)).toContainText(proofs[1]?.text ?? '')
  expect(await pointsOf(page.request, proofs[0] ?? { token: '' })).toBe(0)
  const calls = countCalls(page, 'admin.decideProof')
  await queueOf(page).getByRole('button', { name: 'Approve' }).dblclick()
  await expect(newsOf(page)).toContainText(`Approved: “${title}”`)
  expect(calls()).toBe(1)
})

// Backed by apps/server/test/access/access-matrix.test.ts
test('who may only look is shown the proofs and no way to decide', { tag: '@long' }, async ({ page }) => {
  await givenProofs(page.request, 1)
  await openStaff(page, 'analyst')
  await page.goto('/admin/proofs')
  await expect(shown(page)).toBeVisible()
  await expect(queueOf(page)).toContainText('Your role can view proofs but not decide them.')
  await page.keyboard.press('r')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(queueOf(page).getByRole('button', { name: 'Approve' })).toHaveCount(0)
})

test('the queue of proofs is accessible', { tag: '@long' }, async ({ page }) => {
  const { proofs } = await givenProofs(page.request, 1)
  await openStaff(page, 'content')
  await page.goto('/admin/proofs')
  await goTo(page, proofs[0]?.text ?? '')
  await page.keyboard.press('?')
  await expectLooksAccessible(page, 'the queue of proofs')
  await queueOf(page).focus()
  await page.keyboard.press('r')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectLooksAccessible(page, 'a proof about to be rejected')
})

test('Escape leaves the rejection of a proof, and the focus is where it was', async ({ page }) => {
  await givenProofs(page.request, 1)
  await openStaff(page, 'content')
  await page.goto('/admin/proofs')
  const button = page.getByRole('button', { name: 'Reject' })
  for (const [from, key] of [
    [button, 'Enter'],
    [queueOf(page), 'r'],
  ] as const) {
    await from.press(key)
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(from).toBeFocused()
  }
})
