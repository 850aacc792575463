import { expect, type Page } from '@playwright/test'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { test } from '../../support/fixtures.ts'
import { bearer, givenMember, signIn, staffToken } from '../../support/people.ts'
import { chooseAction } from '../../support/row-menu.ts'
import { openStaff } from '../admin/staff.ts'
import { findRow, givenOffer } from './offers.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Questionnaire: / })
const fill = (page: Page, label: string, text: string) =>
  dialog(page).getByLabel(label, { exact: true }).fill(text)
const select = (page: Page, label: string, option: string) =>
  dialog(page).getByLabel(label, { exact: true }).selectOption({ label: option })
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()

/** Drag a question by its handle, and drop it above another. */
async function drag(page: Page, from: number, { above }: { above: number }) {
  const handleOf = (number: number) =>
    dialog(page).getByRole('button', { name: `Move question ${number}`, exact: true })
  // Waits until the question stands still.
  await handleOf(from).hover()
  const [goal, own] = [await handleOf(above).boundingBox(), await handleOf(from).boundingBox()]
  if (!goal || !own) throw new Error('the questions are not shown')
  const x = own.x + own.width / 2
  await page.mouse.move(x, own.y + own.height / 2)
  await page.mouse.down()
  await page.mouse.move(x, own.y, { steps: 3 })
  await expect(page.getByText(`Picked up question ${from}.`)).toBeAttached()
  await page.mouse.move(x, goal.y - 8, { steps: 10 })
  await expect(page.getByText(`Now at position ${above}.`)).toBeAttached()
  await page.mouse.up()
}

/** Screening by tea, then milk for those who drink it, and why not for those who take none. */
async function writeQuestionnaire(page: Page): Promise<void> {
  await fill(page, 'Question 1 in words', 'Do you drink tea?')
  await dialog(page).getByLabel('Section 1 decides who is asked').check()
  await press(page, 'End the survey here: Question 1')
  const end = 'Question 1 ends the survey (1)'
  await select(page, `${end} 1: value`, 'No')
  await select(page, `${end}: how`, 'Not a match: the screen-out reward is paid')
  await fill(page, `${end}: reason for the member`, 'This is for people who drink tea.')

  await press(page, 'Add section')
  await dialog(page).getByRole('button', { name: '2. Untitled question' }).click()
  await fill(page, 'Question 2 in words', 'Do you take milk?')
  await press(page, 'Add question to section 2')
  await fill(page, 'Question 3 in words', 'Why no milk?')
  await select(page, 'Type of question 3', 'Free text')
  await press(page, 'Add a condition: Show question 3')
  await select(page, 'Show question 3 1: The answer to', '2. Do you take milk?')
  await select(page, 'Show question 3 1: value', 'No')
  await expect(
    dialog(page).getByText('If the answer to “2. Do you take milk?” is No.', { exact: true }),
  ).toBeVisible()

  await press(page, 'Add a contradiction')
  await select(page, 'Contradiction 1 2: The answer to', '3. Why no milk?')
  await select(page, 'Contradiction 1 2: comparison', 'is given')
  await fill(page, 'Why contradiction 1 cannot be true', 'Drinks tea, and says why no milk')
}

test('a staff member writes a questionnaire with a condition, and a member is asked what it says', {
  tag: '@journey',
}, async ({ page }) => {
  const { id, title } = await givenOffer(page.request, {
    kind: 'questions',
    externalUrl: '',
    reward: 25,
    screenOutPoints: 5,
  })
  await openStaff(page, 'content')
  await page.goto('/admin/surveys')
  await chooseAction(await findRow(page, title), 'Questionnaire')
  await press(page, 'Save draft')
  // Nothing is lost by a draft that cannot be saved yet.
  await expect(dialog(page).getByText('Before it can be published')).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Question 1:' })).toBeVisible()

  await writeQuestionnaire(page)
  // Closing would lose it.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Close without saving?' })).toBeVisible()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByRole('dialog', { name: 'Close without saving?' })).toBeHidden()
  await expectLooksAccessible(page, 'questionnaire')
  await press(page, 'Save draft')
  await expect(dialog(page).getByText('It can be published')).toBeVisible()
  await expect(dialog(page).getByText('This questionnaire is not live')).toBeVisible()
  await press(page, 'Publish')
  await expect(page.getByRole('alert').getByText('Version 1 is published', { exact: true })).toBeVisible()

  await test.step('the offer’s form says which questions are live, and leads back to them', async () => {
    await expect(dialog(page).getByText('This questionnaire is live')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await (await findRow(page, title)).getByRole('button', { name: 'Edit' }).click()
    const offer = page.getByRole('dialog', { name: 'Edit Survey Offer' })
    await expect(offer).toContainText('Members answer version 1 of the questionnaire.')
    await offer.getByRole('button', { name: 'Open the questionnaire' }).click()
    await expect(offer).toBeHidden()
  })

  // By keyboard: the last question moves before the one it depends on, which the check refuses.
  await press(page, 'Move question 3 up')
  await press(page, 'Save draft')
  await expect(
    dialog(page).getByText('q2 is answered later: only earlier answers can be read here'),
  ).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Publish', exact: true })).toBeDisabled()

  await signIn(page, await givenMember(page.request))
  await page.goto(`/survey/${id}`)
  const heading = (name: string) => expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  const answer = async (name: string) => {
    await page.getByText(name, { exact: true }).click()
    await page.getByRole('button', { name: 'Next', exact: true }).click()
  }
  await heading('Do you drink tea?')
  await answer('Yes')
  await heading('Do you take milk?')
  await answer('No')
  await heading('Why no milk?')
  await page.getByRole('textbox').fill('It spoils too fast where I live.')
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.getByRole('button', { name: 'Complete Survey' }).click()
  await heading('Survey completed!')
})

test('a list of questions that members answer is shown as the questionnaire, changed and published', async ({
  page,
}) => {
  const asked = { id: 7, type: 'yes-no', question: 'Do you drink tea?', options: [], required: true }
  const { id, title } = await givenOffer(page.request, {
    kind: 'questions',
    externalUrl: '',
    questions: [asked],
  })
  await openStaff(page, 'content')
  await page.goto('/admin/surveys')
  await chooseAction(await findRow(page, title), 'Questionnaire')
  await expect(dialog(page).getByText('This questionnaire is live')).toBeVisible()
  await expect(dialog(page).getByLabel('Question 1 in words', { exact: true })).toHaveValue(asked.question)
  await fill(page, 'Question 1 in words', 'Do you drink coffee?')
  await press(page, 'Save draft')
  await expect(dialog(page).getByText('This questionnaire is not live')).toBeVisible()
  await press(page, 'Publish')
  await expect(page.getByRole('alert').getByText('Version 1 is published', { exact: true })).toBeVisible()

  const headers = bearer((await givenMember(page.request)).token)
  const { questions } = await (await page.request.get(`/api/surveys/${id}`, { headers })).json()
  expect(questions).toMatchObject([{ id: 7, question: 'Do you drink coffee?' }])
})

test('a question is dragged above another, and the draft keeps its place', async ({ page }) => {
  // High enough for the whole list: near its edge the dialog would scroll, and the list leave the question behind.
  await page.setViewportSize({ width: 1280, height: 2200 })
  const { id, title } = await givenOffer(page.request, { kind: 'questions', externalUrl: '' })
  await openStaff(page, 'content')
  await page.goto('/admin/surveys')
  await chooseAction(await findRow(page, title), 'Questionnaire')
  await fill(page, 'Question 1 in words', 'Do you drink tea?')
  for (const [number, words] of [
    [2, 'Do you take milk?'],
    [3, 'Do you take sugar?'],
  ] as const) {
    await press(page, 'Add question to section 1')
    await fill(page, `Question ${number} in words`, words)
  }
  // Closed, so that all three are as high.
  await dialog(page).getByRole('button', { name: '3. Do you take sugar?' }).click()
  await drag(page, 3, { above: 1 })
  await expect(dialog(page).getByRole('button', { name: '1. Do you take sugar?' })).toBeVisible()
  await press(page, 'Save draft')
  await expect(dialog(page).getByText('It can be published')).toBeVisible()

  const headers = bearer(await staffToken(page.request))
  const saved = await page.request.get(`/api/admin/surveys/${id}/questionnaire`, { headers })
  const { questionnaire } = await saved.json()
  const order = questionnaire.sections.flatMap((section: { questions: { words: { en: string } }[] }) =>
    section.questions.map(({ words }) => words.en),
  )
  expect(order).toEqual(['Do you take sugar?', 'Do you drink tea?', 'Do you take milk?'])
})
