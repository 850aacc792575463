import { defineConfig } from '@playwright/test'
import { browser, port, serve, urlOf } from './browser-settings.ts'

const product = serve(port)

/** `npm run screenshots`: opens every screen once, then makes the moving pictures, on its own server with the demo's people and their ninety days. */
export default defineConfig({
  testDir: './pictures',
  outputDir: './test-results/pictures',
  reporter: process.env.CI ? 'dot' : 'line',
  fullyParallel: true,
  workers: 2,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: { ...browser, baseURL: urlOf(port) },
  projects: [
    { name: 'people', testMatch: /people\.spec/ },
    { name: 'screens', testMatch: /screens\.spec/, dependencies: ['people'] },
    // Afterwards, because what happens in it would stand in the pictures.
    { name: 'films', testMatch: /films\.spec/, dependencies: ['screens'] },
  ],
  webServer: { ...product, env: { ...product.env, DEMO_STORY: 'on' } },
})
