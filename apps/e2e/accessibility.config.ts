import { defineConfig } from '@playwright/test'
import { browser, port, serve, urlOf } from './browser-settings.ts'

/** What `npm run accessibility` runs: every page in every way, on a product of its own. */
export default defineConfig({
  testDir: '.',
  testMatch: ['accessibility/*.spec.ts', 'specs/accessibility-command.spec.ts'],
  outputDir: './test-results/accessibility',
  reporter: 'list',
  fullyParallel: true,
  workers: 2,
  // A page is looked at in many ways, and a busy machine takes its time: this ends what hangs, nothing else.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  use: {
    ...browser,
    baseURL: urlOf(port),
    actionTimeout: 15_000,
    screenshot: 'only-on-failure',
    serviceWorkers: 'block',
  },
  webServer: serve(port),
})
