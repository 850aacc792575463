import { expect, type Page } from '@playwright/test'
import { test } from '../../support/fixtures.ts'
import { givenMember } from '../../support/people.ts'

/** A challenge as the server writes it, easy enough for a test. */
const challenge = {
  parameters: {
    algorithm: 'PBKDF2/SHA-256',
    nonce: '9f2c4e6a8b0d1f3355779bbddff01234',
    salt: '00112233445566778899aabbccddeeff',
    cost: 1,
    keyLength: 32,
    keyPrefix: '0',
    keySignature: '00',
    expiresAt: 4_000_000_000,
  },
  signature: '00',
}

/** The server asks for work before the first such call, as under attack, and lets the next one through. */
async function askOnce(page: Page, path: string): Promise<string[]> {
  const proofs: string[] = []
  await page.route(`**/trpc/${path}`, async (route) => {
    const proof = route.request().headers()['proof-of-work']
    if (proof !== undefined) {
      proofs.push(proof)
      return route.continue()
    }
    const data = {
      code: 'BAD_REQUEST',
      httpStatus: 428,
      appCode: 'PROOF_OF_WORK_REQUIRED',
      fieldErrors: null,
      challenge,
    }
    const json = { message: 'We are checking that you are not a robot. Try again.', code: -32_600, data }
    await route.fulfill({ status: 428, json: { error: { json } } })
  })
  return proofs
}

function watchPolicy(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective }) => {
      throw new Error(`refused: ${violatedDirective}`)
    })
  })
}

const readProof = (proof = '') => JSON.parse(Buffer.from(proof, 'base64').toString())

// Backed by packages/core/src/auth/proof-of-work/proof-of-work.test.ts
test('under attack a log-in proves its work without another click, within the content policy', async ({
  page,
}) => {
  const { email, password } = await givenMember(page.request)
  const problems: Error[] = []
  page.on('pageerror', (error) => problems.push(error))
  await watchPolicy(page)
  const proofs = await askOnce(page, 'auth.login')
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  expect(proofs).toHaveLength(1)
  expect(readProof(proofs[0])).toMatchObject({
    challenge,
    solution: { derivedKey: expect.stringMatching(/^0/) },
  })
  expect(problems).toEqual([])
})

// Backed by packages/core/src/auth/proof-of-work/proof-of-work.test.ts
test('so does a message on the contact page, which does without the application', async ({ page }) => {
  const problems: Error[] = []
  page.on('pageerror', (error) => problems.push(error))
  await watchPolicy(page)
  const proofs = await askOnce(page, 'inbox.sendMessage')
  await page.goto('/contact')
  await page.getByLabel('Name').fill('Amina Otieno')
  await page.getByLabel('Email').fill('amina@example.com')
  await page.getByLabel('Subject').fill('A question')
  await page.getByRole('textbox', { name: 'Message' }).fill('How long does a payout take?')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Message Sent')).toBeVisible()
  expect(proofs).toHaveLength(1)
  expect(problems).toEqual([])
})
