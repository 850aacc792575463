import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from '@playwright/test'
import { end, openEmptyDatabase } from './empty-database.ts'
import { test as base } from './fixtures.ts'
import { findFreePort } from './listen-on-free-port.ts'

const PROGRAM = path.join(import.meta.dirname, '../../server/dist/bin/main.js')

/** The built product with the demo's three months: months that are over, invoices, statements. */
export const test = base.extend<object, { story: { url: string } }>({
  story: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs here
    async ({}, use) => {
      const database = await openEmptyDatabase()
      const dataDir = mkdtempSync(path.join(tmpdir(), 'chuma-story-'))
      const port = await findFreePort()
      const url = `http://127.0.0.1:${port}`
      const env = {
        ...process.env,
        DEMO: 'on',
        DEMO_STORY: 'on',
        DATA_DIR: dataDir,
        SECRETS_KEY: randomBytes(32).toString('base64'),
        DATABASE_URL: database.url,
        PORT: String(port),
        PUBLIC_URL: url,
        LOG_LEVEL: 'error',
        DATABASE_WAIT_SECONDS: '10',
      }
      const child = spawn(process.execPath, [PROGRAM], { env, stdio: ['ignore', 'ignore', 'inherit'] })
      const isReady = async () => (await fetch(`${url}/readyz`).catch(() => null))?.status
      await expect.poll(isReady, { timeout: 120_000 }).toBe(200)
      await use({ url })
      await end(child)
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  baseURL: ({ story }, use) => use(story.url),
})
