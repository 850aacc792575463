import { defineConfig, devices } from '@playwright/test'

const port = Number(process.env.E2E_PORT ?? 4173)
const executablePath = process.env.CHROMIUM_PATH

export default defineConfig({
  testDir: './specs',
  outputDir: './test-results',
  reporter: 'list',
  metadata: { screenshots: process.env.E2E_SCREENSHOTS },
  // One server and one demo database for all specs; each makes its own members, so they may overlap.
  fullyParallel: true,
  workers: 2,
  // A page is looked at in four ways, and a busy machine takes its time: this ends what hangs, nothing else.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  use: {
    ...devices['Desktop Chrome'],
    baseURL: `http://127.0.0.1:${port}`,
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // Chromium refuses its sandbox to root.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
  webServer: {
    command: 'node serve.mjs',
    env: { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, LOG_LEVEL: 'error' },
    url: `http://127.0.0.1:${port}/readyz`,
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
})
