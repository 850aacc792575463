import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { newPerson, test } from '../../support/fixtures.ts'
import { expectToast } from '../../support/toast.ts'
import { openStaff } from '../admin/staff.ts'

type Received = { id: string; timestamp: string; signature: string; body: string }

/** Start a program that receives webhooks on this machine, which demo mode allows. */
async function startReceiver(answer: { status: number; text: string }) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const header = (name: string) => String(request.headers[name])
    received.push({
      id: header('webhook-id'),
      timestamp: header('webhook-timestamp'),
      signature: header('webhook-signature'),
      body,
    })
    response.writeHead(answer.status).end(answer.text)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/chuma`, received, close: () => server.close() }
}

const isGenuine = (secret: string, { id, timestamp, signature, body }: Received) =>
  signature ===
  `v1,${createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64')}`

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('an owner adds a webhook, sees a test arrive, and sends it again', async ({ page }) => {
  const receiver = await startReceiver({ status: 200, text: 'Thank you' })
  const name = `Accounts ${newPerson().email}`
  await openStaff(page, 'owner')
  await page.goto('/admin/system')
  await page.getByRole('link', { name: 'Open webhooks' }).click()
  await page.getByRole('button', { name: 'Add an endpoint' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an endpoint' })
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByLabel('Address', { exact: true }).fill('http://10.0.0.1/')
  await dialog.getByLabel('A survey was completed').uncheck()
  // An earlier test's payment may still be on its way.
  await dialog.getByLabel('A withdrawal was paid').uncheck()
  // The new endpoint itself is such a change.
  await dialog.getByLabel('Staff, roles, keys, rates or partners were changed').uncheck()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Enter a whole address that begins with https://')).toBeVisible()
  await expectLooksAccessible(page, 'webhook form')
  await dialog.getByLabel('Address', { exact: true }).fill(receiver.url)
  await dialog.getByRole('button', { name: 'Save' }).click()
  const secret = (await page.getByText(/^whsec_/).textContent()) ?? ''
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await expect(page.getByText(/^whsec_/)).toHaveCount(0)

  await page.getByRole('button', { name: `Send a test: ${name}` }).click()
  await expectToast(page, 'On its way', 'The response appears below.')
  const messages = section(page, 'Messages')
  await messages.getByLabel('Endpoint', { exact: true }).selectOption(name)
  const first = messages.getByRole('listitem').first()
  await expect(first).toContainText('Delivered')
  await expect(first).toContainText('1 attempt · HTTP 200')
  await expect(first).toContainText('Thank you')
  await first.getByRole('button', { name: /^Send again/ }).click()
  await expectToast(page, 'On its way', 'It is sent again under the same ID.')
  await expect(messages.getByRole('listitem').filter({ hasText: 'Delivered' })).toHaveCount(2)
  receiver.close()
  const [one, two] = receiver.received
  expect(receiver.received).toHaveLength(2)
  expect(two).toMatchObject({ id: one?.id, body: one?.body })
  expect(receiver.received.map((call) => isGenuine(secret, call))).toEqual([true, true])
  await expectLooksAccessible(page, 'webhooks')

  await page.getByRole('button', { name: `Retire: ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Retire' }).click()
  await expectToast(page, 'Retired', name)
  await expect(page.getByRole('button', { name: `Send a test: ${name}` })).toHaveCount(0)
})

// Backed by apps/server/test/access/access-matrix.test.ts
test('staff with read access see the webhooks and cannot change them', { tag: '@long' }, async ({ page }) => {
  await openStaff(page, 'analyst')
  await page.goto('/admin/webhooks')
  await expect(section(page, 'Endpoints')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add an endpoint' })).toHaveCount(0)
  await openStaff(page, 'content')
  await page.goto('/admin/webhooks')
  await expect(page.getByRole('heading', { name: 'Not available to your role' })).toBeVisible()
})
