import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { test } from '../../support/fixtures.ts'
import { bearer, givenMember, signIn, staffToken } from '../../support/people.ts'
import { chooseAction } from '../../support/row-menu.ts'
import { openStaff } from '../admin/staff.ts'
import { findRow, givenOffer } from './offers.ts'

const fill = (page: Page, label: string, text: string) =>
  page.getByRole('main').getByLabel(label, { exact: true }).fill(text)
const select = (page: Page, label: string, option: string) =>
  page.getByRole('main').getByLabel(label, { exact: true }).selectOption({ label: option })
const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()
const outline = (page: Page) => page.getByRole('navigation', { name: 'Outline' })
const phone = (page: Page) => page.getByRole('region', { name: 'How it looks on a phone' })

async function openStudio(page: Page, title: string): Promise<void> {
  await page.goto('/admin/surveys')
  await chooseAction(await findRow(page, title), 'Questionnaire')
  await expect(outline(page)).toBeVisible()
}

/** Go to another page of the same survey. */
const turnTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages of this survey' }).getByRole('link', { name }).click()

async function publish(page: Page, version: number): Promise<void> {
  await turnTo(page, 'Publish')
  await press(page, 'Publish')
  await expect(
    page.getByRole('alert').getByText(`Version ${version} is published`, { exact: true }),
  ).toBeVisible()
  await expect(page.getByText('This questionnaire is live')).toBeVisible()
}

/** Drag a question by its handle, and drop it above another. */
async function drag(page: Page, from: number, { above }: { above: number }) {
  const handleOf = (number: number) =>
    outline(page).getByRole('button', { name: `Move question ${number}`, exact: true })
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
  await fill(page, 'Question 1', 'Do you drink tea?')
  await press(page, 'End the survey here: Question 1')
  const end = 'Question 1 ends the survey (1)'
  await select(page, `${end} 1: value`, 'No')
  await select(page, `${end}: how`, 'Not a match: the screen-out reward is paid')
  await fill(page, `${end}: reason for the member`, 'This is for people who drink tea.')
  await outline(page).getByRole('button', { name: 'Section 1', exact: true }).click()
  await page.getByLabel('Section 1 decides who is asked').check()

  await press(page, 'Add section')
  await expect(page.getByLabel('Question 2', { exact: true })).toBeFocused()
  await fill(page, 'Question 2', 'Do you take milk?')
  await press(page, 'Add question to section 2')
  await fill(page, 'Question 3', 'Why no milk?')
  await page
    .getByRole('group', { name: 'Type of question 3' })
    .getByRole('button', { name: 'Free text' })
    .click()
  await press(page, 'Add a condition: Show question 3')
  await select(page, 'Show question 3 1: The answer to', '2. Do you take milk?')
  await select(page, 'Show question 3 1: value', 'No')
  await expect(
    page.getByText('If the answer to “2. Do you take milk?” is No.', { exact: true }),
  ).toBeVisible()
  await expect(outline(page).getByRole('img', { name: 'shown on a condition' })).toHaveCount(1)

  await outline(page).getByRole('button', { name: 'Languages, checks and files' }).click()
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
  await openStudio(page, title)
  await press(page, 'Save draft')
  // Nothing is lost by a draft that cannot be saved yet.
  await expect(page.getByText('Before it can be published')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Question 1:' })).toBeVisible()

  await writeQuestionnaire(page)
  await test.step('what is typed survives a reload, before it is saved', async () => {
    await page.reload()
    await expect(page.getByText('Your unsaved changes are back.')).toBeVisible()
    await expect(outline(page).getByRole('button', { name: '3. Why no milk?' })).toBeVisible()
  })
  await expectLooksAccessible(page, 'questionnaire')

  await test.step('the phone runs the draft, and takes the branch that the answers decide', async () => {
    await phone(page).getByRole('button', { name: 'Run the survey' }).click()
    const say = async (question: string, answer: string) => {
      await expect(phone(page).getByRole('heading', { name: question })).toBeVisible()
      await phone(page).getByText(answer, { exact: true }).click()
      await phone(page).getByRole('button', { name: 'Next' }).click()
    }
    await say('Do you drink tea?', 'Yes')
    await say('Do you take milk?', 'Yes')
    await expect(phone(page).getByText('The survey ends here. The reward is paid.')).toBeVisible()
    await phone(page).getByRole('button', { name: 'Start again' }).click()
    await say('Do you drink tea?', 'Yes')
    await say('Do you take milk?', 'No')
    await expect(phone(page).getByRole('heading', { name: 'Why no milk?' })).toBeVisible()
    await phone(page).getByRole('button', { name: 'Previous' }).click()
    await phone(page).getByRole('button', { name: 'Previous' }).click()
    await say('Do you drink tea?', 'No')
    await expect(phone(page).getByText('This is for people who drink tea.')).toBeVisible()
  })

  await press(page, 'Save draft')
  await expect(page.getByText('It can be published')).toBeVisible()
  await publish(page, 1)
  await test.step('a robot answers the draft, and meets all of it', async () => {
    await press(page, 'Let the robot answer')
    await expect(
      page.getByText('Every question and option was met, and every cell was reached.'),
    ).toBeVisible()
    await expectLooksAccessible(page, 'dry run')
  })

  await test.step('the offer’s form says which questions are live, and leads back to them', async () => {
    await page.goto('/admin/surveys')
    await (await findRow(page, title)).getByRole('button', { name: 'Edit' }).click()
    const offer = page.getByRole('dialog', { name: 'Edit Survey Offer' })
    await expect(offer).toContainText('Members answer version 1 of the questionnaire.')
    await offer.getByRole('button', { name: 'Open the questionnaire' }).click()
    await expect(offer).toBeHidden()
  })

  // By keyboard: the last question moves before the one it depends on, which the check refuses.
  await outline(page).getByRole('button', { name: '3. Why no milk?' }).click()
  await press(page, 'Move question 3 up')
  await press(page, 'Save draft')
  await expect(page.getByText('q2 is answered later: only earlier answers can be read here')).toBeVisible()
  await turnTo(page, 'Publish')
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled()

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
  await openStudio(page, title)
  await expect(page.getByLabel('Question 1', { exact: true })).toHaveValue(asked.question)
  await fill(page, 'Question 1', 'Do you drink coffee?')
  await press(page, 'Save draft')
  await publish(page, 1)

  const headers = bearer((await givenMember(page.request)).token)
  const { questions } = await (await page.request.get(`/api/surveys/${id}`, { headers })).json()
  expect(questions).toMatchObject([{ id: 7, question: 'Do you drink coffee?' }])

  await test.step('a copy has the same questions, and members do not see it yet', async () => {
    await press(page, 'Copy this survey')
    await expect(page.getByRole('heading', { level: 1, name: `Copy of ${title}` })).toBeVisible()
    await expect(page.getByText('Members do not see this survey.')).toBeVisible()
    await turnTo(page, 'Build')
    await expect(page.getByLabel('Question 1', { exact: true })).toHaveValue('Do you drink coffee?')
  })
})

test('a question is dragged above another, and options are pasted, undone and renamed', async ({ page }) => {
  const { id, title } = await givenOffer(page.request, { kind: 'questions', externalUrl: '' })
  await openStaff(page, 'content')
  await openStudio(page, title)
  await fill(page, 'Question 1', 'Do you drink tea?')
  for (const [number, words] of [
    [2, 'Do you take milk?'],
    [3, 'Which tea?'],
  ] as const) {
    await press(page, 'Add question to section 1')
    await fill(page, `Question ${number}`, words)
  }
  await drag(page, 3, { above: 1 })
  await expect(outline(page).getByRole('button', { name: '1. Which tea?' })).toBeVisible()

  await page.getByRole('button', { name: 'One of several options' }).click()
  const option = (number: number) => page.getByLabel(`Option ${number} (1)`, { exact: true })
  await option(1).focus()
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', 'Hill Tea\nLake Tea\nChai ya Tangawizi')
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  })
  await expect(option(3)).toHaveValue('Chai ya Tangawizi')
  await press(page, 'Undo')
  await expect(option(1)).toHaveValue('')
  await option(1).fill('Hill Tea')
  await option(2).fill('Lake Tea')

  // Another question depends on the first: it follows when the code changes.
  await outline(page).getByRole('button', { name: '3. Do you take milk?' }).click()
  await press(page, 'Add a condition: Show question 3')
  await select(page, 'Show question 3 1: The answer to', '1. Which tea?')
  await select(page, 'Show question 3 1: value', 'Lake Tea')
  await outline(page).getByRole('button', { name: '1. Which tea?' }).click()
  await press(page, 'Advanced')
  await fill(page, 'Code of question 1', 'q1')
  await expect(page.getByText('This code is in use')).toBeVisible()
  await fill(page, 'Code of question 1', 'which_tea')
  await fill(page, 'Option 2 (1): code', 'lake')
  await press(page, 'Save draft')
  await expect(page.getByText('It can be published')).toBeVisible()

  const headers = bearer(await staffToken(page.request))
  const saved = await page.request.get(`/api/admin/surveys/${id}/questionnaire`, { headers })
  const { questionnaire } = await saved.json()
  const [first, , third] = questionnaire.sections[0].questions
  expect(first).toMatchObject({
    code: 'which_tea',
    options: [{ words: { en: 'Hill Tea' } }, { code: 'lake' }],
  })
  expect(third.showIf).toEqual({ '==': [{ var: 'which_tea' }, 'lake'] })
})

test('a file that is not a questionnaire leaves the draft as it is', async ({ page }) => {
  const { title } = await givenOffer(page.request, { kind: 'questions', externalUrl: '' })
  await openStaff(page, 'content')
  await openStudio(page, title)
  await fill(page, 'Question 1', 'Do you drink tea?')
  await outline(page).getByRole('button', { name: 'Languages, checks and files' }).click()
  for (const [text, problem] of [
    ['{"sections": [{"code": "a"}]}', 'sections.0.questions'],
    ['[1, 2]', 'sections'],
    ['no JSON', 'JSON'],
  ] as const) {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(page, 'Upload')])
    await chooser.setFiles({ name: 'other.json', mimeType: 'application/json', buffer: Buffer.from(text) })
    await expect(
      page.getByText(`This is not a questionnaire of ours: ${problem} cannot be read.`),
    ).toBeVisible()
  }
  await expect(outline(page).getByRole('button', { name: '1. Do you drink tea?' })).toBeVisible()
})

// Backed by packages/core/src/surveys/questionnaire/xlsform/read-xlsform.test.ts
test('an XLSForm says what it loses before it replaces the draft, which can be undone', async ({ page }) => {
  const { title } = await givenOffer(page.request, { kind: 'questions', externalUrl: '' })
  await openStaff(page, 'content')
  await openStudio(page, title)
  await fill(page, 'Question 1', 'Do you drink tea?')
  const upload = async () => {
    await outline(page).getByRole('button', { name: 'Languages, checks and files' }).click()
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(page, 'Upload')])
    await chooser.setFiles(path.join(import.meta.dirname, 'morning-drinks.xlsx'))
  }
  await upload()
  const dialog = page.getByRole('dialog', { name: 'What changes in this XLSForm' })
  await expect(dialog).toContainText('survey, row 3, type: Members can’t be asked this here: geopoint')
  await expectLooksAccessible(page, 'what an XLSForm loses')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(outline(page).getByRole('button', { name: '1. Do you drink tea?' })).toBeVisible()

  await upload()
  await dialog.getByRole('button', { name: 'Take the rest' }).click()
  const first = outline(page).getByRole('button', { name: '1. What do you drink in the morning?' })
  await expect(first).toBeVisible()
  await expect(outline(page).getByRole('button', { name: '2. How many cups a day?' })).toBeVisible()
  await press(page, 'Undo')
  await expect(first).toHaveCount(0)
  await expect(outline(page).getByRole('button', { name: '1. Do you drink tea?' })).toBeVisible()
})
