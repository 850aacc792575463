import { defineConfig } from '@playwright/test'
import { browser, port, serve, urlOf } from './browser-settings.ts'

/** What `npm run screenshots` runs: no test, but every screen once, on a product of its own with the demo's people. */
export default defineConfig({
  testDir: './pictures',
  outputDir: './test-results/pictures',
  reporter: process.env.CI ? 'dot' : 'line',
  metadata: { pictures: process.env.PICTURES_FOLDER ?? '../../docs/images' },
  fullyParallel: true,
  workers: 2,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: { ...browser, baseURL: urlOf(port) },
  projects: [
    { name: 'people', testMatch: /people\.spec/ },
    { name: 'screens', testMatch: /screens\.spec/, dependencies: ['people'] },
  ],
  webServer: serve(port),
})
