import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '../../src/testing.ts'
import { givenSite } from './given-site.ts'

const testApp = await createTestApp()
const site = await givenSite()
const app = await testApp.open({
  webRoot: site.webRoot,
})
afterAll(async () => {
  await testApp.close()
  await site.remove()
})

test('files of the site are served', async () => {
  for (const url of ['/assets/main-abc123.js', '/favicon.svg']) {
    expect((await app.inject(url)).statusCode).toBe(200)
  }
})

test.each([
  '/.git/config',
  '/.git/HEAD',
  '/.env',
  '/.vite/manifest.json',
  '/assets/deep/.secret',
  '/index.html',
  '/package.json',
])('%s cannot be read', async (url) => {
  for (const accept of ['*/*', 'text/html']) {
    const answer = await app.inject({ url, headers: { accept } })
    expect(answer.body).not.toContain('SECRET')
    if (accept === '*/*') expect(answer.statusCode).toBe(404)
  }
})

test.each([
  '/../secret.txt',
  '/assets/../../secret.txt',
  '/assets/%2e%2e/%2e%2e/secret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/assets/..%5c..%5csecret.txt',
  '/assets/....//....//secret.txt',
  '/assets/%252e%252e%252f%252e%252e%252fsecret.txt',
  '//../secret.txt',
  '/assets/main-abc123.js%00.txt',
  '/api/docs/static/../../../secret.txt',
  '/api/docs/static/%2e%2e/%2e%2e/package.json',
])('%s leads to no file outside the site', async (url) => {
  const answer = await app.inject({ url, headers: { accept: '*/*' } })
  expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  expect(answer.body).not.toMatch(/SECRET|"version":/)
})

test('a folder is not listed', async () => {
  for (const url of ['/assets', '/assets/', '/assets/deep', '/assets/deep/']) {
    const answer = await app.inject({ url, headers: { accept: '*/*' } })
    expect([url, answer.statusCode]).toEqual([url, 404])
    const page = await app.inject({ url, headers: { accept: 'text/html' } })
    expect(page.body).not.toMatch(/main-abc123\.css|deep/)
  }
})
