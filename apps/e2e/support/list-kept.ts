import type { Page } from '@playwright/test'

/** Everything that a page could have kept here. What somebody likes to look at is no secret. */
export const listKept = (page: Page) =>
  page.evaluate(async () => ({
    local: Object.keys(localStorage)
      .filter((key) => !/color-scheme|consent|language/.test(key))
      .sort(),
    session: Object.entries(sessionStorage).filter(([key]) => !key.startsWith('tsr-')),
    cookies: document.cookie,
    databases: (await indexedDB.databases()).length,
    caches: await caches.keys(),
  }))
export const NOTHING = { local: [], session: [], cookies: '', databases: 0, caches: [] }
