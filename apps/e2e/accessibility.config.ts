import { defineConfig, devices } from '@playwright/test'

const port = Number(process.env.E2E_PORT ?? 4173)
const baseURL = `http://127.0.0.1:${port}`
const executablePath = process.env.CHROMIUM_PATH

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
    ...devices['Desktop Chrome'],
    baseURL,
    actionTimeout: 15_000,
    screenshot: 'only-on-failure',
    serviceWorkers: 'block',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : ['--disable-gpu'],
    },
  },
  webServer: {
    command: 'node serve.mjs',
    env: { PORT: String(port), PUBLIC_URL: baseURL, LOG_LEVEL: 'error', PAYOUT_METHODS: 'mpesa,bank,paypal' },
    url: `${baseURL}/readyz`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
})
