import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { test } from '../../support/fixtures.ts'
import { bearer, givenMember, type Member, signIn, signInStaff, staffToken } from '../../support/people.ts'
import { openStaff } from '../admin/staff.ts'
import { takeSurvey } from '../surveys/surveys.ts'

const idOf = async (request: APIRequestContext, { token }: Member): Promise<string> =>
  (await (await request.get('/api/auth/user', { headers: bearer(token) })).json()).id

/** The row of this member among all members. */
const userOf = (page: Page, { email }: Pick<Member, 'email'>) =>
  page.getByRole('list', { name: 'Members' }).getByRole('listitem').filter({ hasText: email })

async function openMember(page: Page, member: Member, view = '') {
  const id = await idOf(page.request, member)
  await page.goto(`/admin/members/${id}${view && `?view=${view}`}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Baraka Kip' })).toBeVisible()
  return id
}

test('earnings and points are edited with a reason, and the ledger says so', { tag: '@journey' }, async ({
  page,
}) => {
  const member = await givenMember(page.request)
  await signInStaff(page)
  await page.goto(`/admin?q=${encodeURIComponent(member.email)}`)
  await userOf(page, member).getByRole('button', { name: 'Edit earnings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit the earnings of Baraka Kip' })
  await dialog.getByLabel('Total earnings').fill('12.75')
  await dialog.getByLabel('Points', { exact: true }).fill('40')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/Please give a reason/)
  await dialog.getByLabel('Reason').fill('Won the raffle')
  await dialog.getByRole('button', { name: 'Save' }).dblclick()
  await expect(page.getByText('User earnings updated successfully!')).toBeVisible()
  await expect(userOf(page, member)).toContainText('40 points')
  await expect(userOf(page, member)).toContainText('12.75 points')

  await userOf(page, member).getByRole('link', { name: 'Baraka Kip' }).click()
  await page.getByRole('tab', { name: 'Money' }).click()
  const ledger = page.getByRole('list', { name: 'Ledger' })
  await expect(ledger).toContainText('Corrected by our staff: Won the raffle')
  await signIn(page, member)
  await page.goto('/activity')
  await expect(page.getByText('Corrected by our staff: Won the raffle')).toBeVisible()
})

// Backed by packages/core/src/account/members/edit-earnings.test.ts
// Backed by apps/e2e/specs/surveys/offer-form.spec.ts
test('an edit of what has changed meanwhile fails, keeps what was typed and says what is new', {
  tag: '@long',
}, async ({ page }) => {
  const member = await givenMember(page.request)
  const id = await idOf(page.request, member)
  await signInStaff(page)
  await page.goto(`/admin/members/${id}?view=ledger`)
  await page.getByRole('button', { name: 'Edit earnings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit the earnings of Baraka Kip' })
  await dialog.getByLabel('Points', { exact: true }).fill('9')
  await dialog.getByLabel('Reason').fill('He said nine')
  await page.request.put(`/api/admin/users/${id}/earnings`, {
    headers: bearer(await staffToken(page.request)),
    data: { totalEarnings: 0, points: 3, reason: 'She said three' },
  })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Failed to update earnings')).toBeVisible()
  await expect(dialog.getByRole('alert')).toContainText('They are now: 3 points')
  await expect(dialog.getByLabel('Points', { exact: true })).toHaveValue('9')
  await expect(dialog.getByLabel('Reason')).toHaveValue('He said nine')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('User earnings updated successfully!')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Ledger' })).toContainText('She said three')
})

test('a member is suspended, restored, given premium and signed out from the member’s page', {
  tag: '@journey',
}, async ({ page }) => {
  const member = await givenMember(page.request)
  await signInStaff(page)
  await openMember(page, member)
  const act = async (button: string, dialogName: string, reason?: string) => {
    await page.getByRole('button', { name: button, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: dialogName })
    if (reason) await dialog.getByLabel('Reason').fill(reason)
    await dialog.getByRole('button', { name: button, exact: true }).click()
    await expect(dialog).toBeHidden()
  }
  await act('Suspend', 'Suspend Baraka Kip', 'Two accounts')
  await expect(page.getByText('Suspended', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Suspended since .*: Two accounts$/)).toBeVisible()
  await act('Restore', 'Restore Baraka Kip')
  await expect(page.getByText('In good standing.')).toBeVisible()
  await act('Grant premium', 'Grant premium to Baraka Kip', 'A prize')
  await page.getByRole('tab', { name: 'Account' }).click()
  await expect(page.getByText(/^Premium until/)).toBeVisible()
  await expect(page.getByText(/by admin: A prize$/)).toBeVisible()
  await act('End premium', 'End premium for Baraka Kip', 'By mistake')
  await expect(page.getByText('Not premium.')).toBeVisible()
  await act('Pause payouts', 'Pause the payouts of Baraka Kip', 'Looked into')
  await expect(page.getByText('Payouts paused', { exact: true }).first()).toBeVisible()
  await act('Sign out everywhere', 'Sign Baraka Kip out everywhere')
  await expect(page.getByRole('list', { name: 'Devices' })).toContainText('Ended')
  const audit = page.getByRole('list', { name: 'Audit history' })
  for (const action of [
    'Suspended a member',
    'Restored a member',
    'Granted premium',
    'Signed a member out everywhere',
  ]) {
    await expect(audit).toContainText(action)
  }
})

// Backed by packages/core/src/account/members/member-history.test.ts
test('what staff know about a member is written down and stays', { tag: '@long' }, async ({ page }) => {
  const member = await givenMember(page.request)
  await takeSurvey(page.request, member)
  await signInStaff(page)
  await openMember(page, member, 'notes')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByLabel('Note', { exact: true })).toHaveAccessibleDescription(/Enter a note/)
  await page.getByLabel('Note', { exact: true }).fill('Called about the payout.')
  await page.getByRole('button', { name: 'Add note' }).dblclick()
  await expect(page.getByText('Note added')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Notes' }).getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText('Called about the payout.')
  await page.getByRole('tab', { name: 'Activity' }).click()
  await expect(page.getByRole('list', { name: 'Surveys' })).toContainText('Completed')
})

// Backed by apps/server/test/access/access-matrix.test.ts
// Backed by apps/e2e/specs/admin/staff.spec.ts
test('who may only read is shown no button that changes a member', { tag: '@long' }, async ({ page }) => {
  const member = await givenMember(page.request)
  await openStaff(page, 'analyst')
  await openMember(page, member)
  await expect(
    page.getByRole('button', { name: /Edit earnings|Suspend|Grant premium|Pause payouts/ }),
  ).toHaveCount(0)
  await page.getByRole('tab', { name: 'Account' }).click()
  await expect(page.getByRole('heading', { name: 'Audit history' })).toBeVisible()
  await openStaff(page, 'content')
  await openMember(page, member, 'notes')
  await expect(page.getByRole('button', { name: 'Add note' })).toHaveCount(0)
  await page.getByRole('tab', { name: 'Account' }).click()
  await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Audit history' })).toHaveCount(0)
  await page.goto('/admin/members/00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('Member not found')).toBeVisible()
})

// Backed by packages/core/src/account/members/member-history.test.ts
test('an owner makes a member admin, says whose account it is, and takes the role away again', {
  tag: '@long',
}, async ({ page }) => {
  const member = await givenMember(page.request)
  const { username } = await openStaff(page, 'owner')
  await openMember(page, member)
  await page.getByRole('button', { name: 'Staff role' }).click()
  const dialog = page.getByRole('dialog', { name: 'Staff role of Baraka Kip' })
  await dialog.getByLabel('Role').selectOption({ label: 'Finance' })
  await expect(dialog.getByLabel('Whose account is it?')).toContainText(username)
  await dialog.getByRole('button', { name: 'Save role' }).click()
  await expect(page.getByText('Role changed')).toBeVisible()
  const isAdmin = async () =>
    (await (await page.request.get('/api/auth/user', { headers: bearer(member.token) })).json()).isAdmin
  expect(await isAdmin()).toBe(true)

  await page.getByRole('button', { name: 'Staff role' }).click()
  await dialog.getByLabel('This member has a staff role').uncheck()
  await dialog.getByRole('button', { name: 'Remove role' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await isAdmin()).toBe(false)
})
