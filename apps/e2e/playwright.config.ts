import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { browser, port, serve, urlOf } from './browser-settings.ts'

// What stops everybody's payments, approves everything that waits, changes the rates or hears of everything has a server to
// itself.
const ALONE = /(payouts-(staff|refused|batches)|automatic-payout|economy|small-audience|webhooks)\.spec/
const report = process.env.E2E_REPORT

export default defineConfig({
  testDir: './specs',
  outputDir: './test-results',
  reporter: report ? [['list'], ['json', { outputFile: report }]] : 'list',
  // One server and one demo database for the specs of a project; each makes its own members, so they may overlap.
  fullyParallel: true,
  // What another test protects too, in its rule or on another page, waits for `npm run test:all`.
  ...(process.env.TEST_LONG === 'on' ? {} : { grepInvert: /@long/ }),
  // One more than the cores, because a test also waits. The one server of a project would be what eight wait for.
  workers: Math.min(availableParallelism() + 1, 8),
  // A page is looked at in four ways, and a busy machine takes its time: this ends what hangs, nothing else.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  use: {
    ...browser,
    screenshot: 'only-on-failure',
    // Without transitions there is less to paint and to wait for. Tests about motion ask for it.
    reducedMotion: 'reduce',
    // A worker would answer in the server's place what a test holds back, changes or counts by `page.route`, which sees nothing
    // of it. What it does itself is tested where it is let in: `offline.spec.ts`.
    serviceWorkers: 'block',
  },
  projects: [
    // First, or its one worker would be at it alone in the end.
    { name: 'payments', testMatch: ALONE, workers: 1, use: { baseURL: urlOf(port + 1) } },
    { name: 'product', testIgnore: ALONE, use: { baseURL: urlOf(port) } },
  ],
  webServer: [serve(port, 'mpesa,bank,paypal,airtel,airtime'), serve(port + 1)],
})
