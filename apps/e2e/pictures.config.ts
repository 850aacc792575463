import { defineConfig, devices } from '@playwright/test'

const port = Number(process.env.E2E_PORT ?? 4173)
const baseURL = `http://127.0.0.1:${port}`
const executablePath = process.env.CHROMIUM_PATH

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
  use: {
    ...devices['Desktop Chrome'],
    baseURL,
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : ['--disable-gpu'],
    },
  },
  projects: [
    { name: 'people', testMatch: /people\.spec/ },
    { name: 'screens', testMatch: /screens\.spec/, dependencies: ['people'] },
  ],
  webServer: {
    command: 'node serve.mjs',
    env: { PORT: String(port), PUBLIC_URL: baseURL, LOG_LEVEL: 'error', PAYOUT_METHODS: 'mpesa,bank,paypal' },
    url: `${baseURL}/readyz`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
})
