import { expect, type Page } from '@playwright/test'
import { newPerson, test } from '../../support/fixtures.ts'
import { bearer, givenMember } from '../../support/people.ts'
import { openPlace, openStaff } from '../admin/staff.ts'

const unique = () => newPerson().email.replaceAll(/\D/g, '')
const KINDS = [
  ['Videos', 'video', 'Add a video', 'Big Buck Bunny'],
  ['Ads', 'ad', 'Add an ad', 'Put your street on the map'],
  ['Social tasks', 'social', 'Add a social task', 'Tell three friends'],
  ['Micro-jobs', 'micro-job', 'Add a micro-job', 'Prices in your market'],
  ['Affiliate links', 'affiliate', 'Add an affiliate link', 'Open a savings goal'],
] as const

const rowOf = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })

// Backed by packages/core/src/tasks/catalogue.test.ts
// Backed by packages/core/src/tasks/task-lists.test.ts
test('each kind has its tab, with what there is of it and how much it was used', { tag: '@long' }, async ({
  page,
}) => {
  await openStaff(page, 'content')
  await page.goto('/admin')
  await openPlace(page, 'Tasks and games', 'Tasks')
  await expect(page).toHaveURL('/admin/tasks')
  for (const [tab, kind, add, title] of KINDS) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page).toHaveURL(`/admin/tasks?kind=${kind}`)
    await expect(page.getByRole('button', { name: add })).toBeVisible()
    await expect(rowOf(page, title)).toContainText(/KES [\d,]+/)
    await expect(rowOf(page, title)).toContainText('Active')
    await expect(rowOf(page, title)).toContainText(/[Ww]atched|[Ss]een|proofs?|clicks?/)
  }
})

test('a video shows its id while its link is typed, pays what videos may, and is switched off and retired', {
  tag: '@journey',
}, async ({ page }) => {
  await openStaff(page, 'content')
  await page.goto('/admin/tasks')
  const title = `A film ${unique()}`
  await page.getByRole('button', { name: 'Add a video' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a video' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Title')).toHaveAccessibleDescription(/Required/)
  await dialog.getByLabel('Title').fill(title)
  await expect(dialog.getByLabel('Points')).toHaveAccessibleDescription(/From 20 to 50/)
  await dialog.getByLabel('Points').fill('51')
  await dialog.getByLabel('YouTube link').fill('javascript:alert(1)')
  await expect(dialog).toContainText('This is not a link to a YouTube video')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Points')).toHaveAccessibleDescription(/Between 20 and 50 points/)
  await expect(dialog.getByLabel('YouTube link')).toHaveAccessibleDescription(/Give the whole address/)
  await dialog.getByLabel('YouTube link').fill('https://youtu.be/aqz-KE-bpKQ?t=3')
  await expect(dialog).toContainText('Video aqz-KE-bpKQ')
  await dialog.getByLabel('Points').fill('50')
  // Members of other tests do not meet it.
  await dialog.getByLabel('Country').fill('Nowhere')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()

  const row = rowOf(page, title)
  await expect(row).toContainText('Video aqz-KE-bpKQ')
  await expect(row).toContainText('Not watched yet')
  await expect(row.getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer')
  await row.getByRole('button', { name: `Deactivate: ${title}` }).click()
  await expect(row).toContainText('Inactive')
  await row.getByRole('button', { name: `Activate: ${title}` }).click()
  await expect(row).not.toContainText('Inactive')
  await row.getByRole('button', { name: `Retire: ${title}` }).click()
  const sure = page.getByRole('dialog', { name: 'Retire this?' })
  await expect(sure).toContainText('Past work is kept')
  await sure.getByRole('button', { name: 'Retire' }).click()
  await expect(row).toHaveCount(0)
})

// Backed by packages/core/src/tasks/views.test.ts
// Backed by packages/core/src/tasks/task-lists.test.ts
test('an affiliate link opens with the id of the member’s click, which is counted', { tag: '@long' }, async ({
  page,
}) => {
  await openStaff(page, 'content')
  await page.goto('/admin/tasks?kind=affiliate')
  const title = `A partner’s link ${unique()}`
  await page.getByRole('button', { name: 'Add an affiliate link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an affiliate link' })
  await dialog.getByLabel('Title').fill(title)
  await expect(dialog.getByLabel('Partner’s link')).toHaveAccessibleDescription(/Put {click_id} where/)
  await dialog.getByLabel('Partner’s link').fill('https://partner.example/go?c={click_id}')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(rowOf(page, title)).toContainText('No clicks yet')

  const member = await givenMember(page.request)
  const headers = bearer(member.token)
  const links = await (await page.request.get('/api/affiliate-links', { headers })).json()
  const { id } = links.find((link: { title: string }) => link.title === title)
  const opened = await page.request.post(`/api/affiliate-links/${id}/click`, { headers })
  expect((await opened.json()).url).toMatch(/^https:\/\/partner\.example\/go\?c=[\w-]{32}$/)
  await page.reload()
  await expect(rowOf(page, title)).toContainText('1 click')
  await rowOf(page, title).getByRole('button', { name: 'Retire' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Retire' }).click()
  await expect(rowOf(page, title)).toHaveCount(0)
})

// Backed by apps/server/test/access/access-matrix.test.ts
test('who may only look sees the tasks and no way to change them', { tag: '@long' }, async ({ page }) => {
  await openStaff(page, 'analyst')
  await page.goto('/admin/tasks')
  await expect(rowOf(page, 'Big Buck Bunny')).toBeVisible()
  for (const name of [/^Add/, /^Edit/, /^Deactivate/, /^Retire/]) {
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  }
})
