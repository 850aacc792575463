import { createDb } from '@chuma/db/client'
import { buildApp } from '../src/app.ts'
import { watchAnswers } from '../src/openapi/testing.ts'
import { createTestApp } from '../src/testing.ts'

/** Create two processes on one database: what one does must count for the other. */
export async function createTwoApps() {
  const testApp = await createTestApp()
  const otherDb = createDb(testApp.url, { max: 10 })
  const otherApp = await buildApp({
    deps: { ...testApp.deps, db: otherDb },
    publicUrl: 'http://localhost:3000',
    webRoot: '/nonexistent',
    demoLogin: null,
    trustProxy: false,
    callsPerMinute: 1_000_000,
    paces: null,
  })
  watchAnswers(otherApp)
  return {
    ...testApp,
    otherApp,
    close: async () => {
      await otherApp.close()
      await otherDb.destroy()
      await testApp.close()
    },
  }
}
