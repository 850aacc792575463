import { spawn } from 'node:child_process'
import path from 'node:path'
import { expect } from '@playwright/test'
import { end } from './empty-database.ts'
import { test as base } from './fixtures.ts'
import { findFreePort } from './listen-on-free-port.ts'

const PROGRAM = path.join(import.meta.dirname, '../serve.mjs')

/** The demo at an address with a name. Passkeys belong to a domain: at 127.0.0.1 a browser makes none. */
export const test = base.extend<object, { site: string }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs here
    async ({}, use) => {
      const port = await findFreePort()
      const url = `http://localhost:${port}`
      const env = { ...process.env, PORT: String(port), PUBLIC_URL: url, LOG_LEVEL: 'error' }
      const child = spawn(process.execPath, [PROGRAM], { env, stdio: ['ignore', 'ignore', 'inherit'] })
      const isReady = () =>
        fetch(`${url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        )
      await expect.poll(isReady, { timeout: 170_000 }).toBe(true)
      await use(url)
      await end(child)
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ site }, use) => use(site),
})
