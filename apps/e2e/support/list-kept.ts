import type { Page } from '@playwright/test'

/**
 * Everything that a page could have kept here, except a person's taste, which is no secret, the mark of the last log-out, and
 * the browser's own tokens, which open nothing.
 */
export const listKept = (page: Page) =>
  page.evaluate(async () => ({
    local: Object.keys(localStorage)
      .filter((key) => !/color-scheme|consent|language|lastLogOut|Device$/.test(key))
      .sort(),
    session: Object.entries(sessionStorage).filter(([key]) => !/^tsr-|^lastLogOut$/.test(key)),
    cookies: document.cookie,
    databases: (await indexedDB.databases()).length,
    caches: await caches.keys(),
  }))
export const NOTHING = { local: [], session: [], cookies: '', databases: 0, caches: [] }
