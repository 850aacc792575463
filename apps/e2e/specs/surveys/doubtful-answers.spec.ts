import { expect, type Page } from '@playwright/test'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { test } from '../../support/fixtures.ts'
import { newestMail } from '../../support/mailbox.ts'
import { bearer, givenMember, logInByCall, type Member, signIn, signInStaff } from '../../support/people.ts'
import { expectToast } from '../../support/toast.ts'
import { givenOffer } from './offers.ts'

const REASON = 'You did not choose Kisumu.'
const APPEAL = 'My thumb slipped: I meant Kisumu.'
const ANSWER = 'The other answers are careful.'

/** Answer a survey with an attention check wrongly, in no time. */
async function givenHeld(page: Page, member: Member): Promise<string> {
  const question = { id: 1, type: 'multiple-choice', question: 'Choose Kisumu here', required: true }
  const questions = [{ ...question, options: ['Kisumu', 'Nakuru'], expected: 'Kisumu' }]
  const { id, title } = await givenOffer(page.request, { kind: 'questions', externalUrl: '', questions })
  const headers = bearer(member.token)
  const data = { answers: { '1': 'Nakuru' } }
  const completed = await page.request.post(`/api/surveys/${id}/complete`, { headers, data })
  expect(await completed.json()).toMatchObject({ pointsEarned: 0, earnedAmount: 0, status: 'held' })
  return title
}

const rowOf = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })

async function decide(page: Page, button: string, words: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await expect(dialog.getByRole('textbox')).toHaveAccessibleDescription(/required/i)
  await dialog.getByRole('textbox').fill(words)
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await expect(dialog).toBeHidden()
}

test('a reward is held, rejected with a reason, appealed and paid by somebody else', {
  tag: '@journey',
}, async ({ page, browser }) => {
  const member = await givenMember(page.request)
  const title = await givenHeld(page, member)
  await signIn(page, member)
  await page.goto('/surveys?activity=mine')
  await expect(rowOf(page, title)).toContainText('We check your answers.')
  await expect(rowOf(page, title)).toContainText('Being checked')

  const staff = await browser.newPage()
  await signInStaff(staff)
  await staff.goto('/admin/survey-reviews')
  await staff.getByRole('link', { name: title }).click()
  await expect(staff.getByRole('list', { name: 'What is in doubt' })).toContainText('Attention check failed')
  await expect(staff.getByText('Attention check. Right answer: Kisumu')).toBeVisible()
  await expectLooksAccessible(staff, 'doubtful answers')
  await decide(staff, 'Reject', REASON)
  await expect(staff.getByText(REASON)).toBeVisible()

  await page.reload()
  await expect(rowOf(page, title)).toContainText(REASON)
  await rowOf(page, title).getByRole('button', { name: 'Appeal' }).click()
  const appealing = page.getByRole('dialog', { name: 'Appeal' })
  await appealing.getByLabel('What should we know?').fill(APPEAL)
  await expectLooksAccessible(page, 'an appeal')
  await appealing.getByRole('button', { name: 'Send my appeal' }).click()
  await expectToast(page, 'Appeal sent', 'We will read it and answer here and by email.')
  await expect(rowOf(page, title)).toContainText('You have appealed')

  await staff.reload()
  await staff.getByRole('button', { name: 'Pay', exact: true }).click()
  await staff.getByRole('dialog').getByRole('textbox').fill(ANSWER)
  await staff.getByRole('dialog').getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(staff.getByText('Someone other than the person who rejected these answers')).toBeVisible()

  const other = await (await browser.newContext()).newPage()
  await signIn(other, { token: await logInByCall(other.request, 'admin@demo.chuma') })
  await other.goto(staff.url())
  await decide(other, 'Pay', ANSWER)
  await expect(other.getByText(ANSWER)).toBeVisible()

  await page.reload()
  await expect(rowOf(page, title)).toContainText(`Paid after your appeal. The answer: ${ANSWER}`)
  expect(await newestMail(page.request, member.email)).toMatchObject({
    subject: expect.stringContaining(title),
  })
})

test('several answers are rejected together, and each member reads why', {
  tag: '@journey',
}, async ({ page, browser }) => {
  const members = [await givenMember(page.request), await givenMember(page.request)]
  const titles: string[] = []
  for (const member of members) titles.push(await givenHeld(page, member))
  const staff = await browser.newPage()
  await signInStaff(staff)
  await staff.goto('/admin/survey-reviews')
  for (const title of titles) await rowOf(staff, title).getByRole('checkbox').check()
  await staff.getByRole('button', { name: 'Reject 2 surveys' }).click()
  const dialog = staff.getByRole('dialog', { name: 'Reject the answers to 2 surveys' })
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(dialog.getByRole('textbox')).toHaveAccessibleDescription(/required/i)
  await dialog.getByRole('textbox').fill(REASON)
  await expectLooksAccessible(staff, 'the rejection of several answers')
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await expectToast(staff, '2 surveys rejected', '0 wait for a second person. 0 stay as they were.')
  for (const title of titles) await expect(rowOf(staff, title)).toBeHidden()

  const [member] = members
  const [title = ''] = titles
  if (!member) throw new Error('no member')
  await signIn(page, member)
  await page.goto('/surveys?activity=mine')
  await expect(rowOf(page, title)).toContainText(REASON)
  await expect(rowOf(page, title)).toContainText('A question that checks attention has a wrong answer.')
  await expect(rowOf(page, title).getByRole('button', { name: 'Appeal' })).toBeVisible()
})
