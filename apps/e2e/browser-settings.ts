import { devices } from '@playwright/test'

/** The first of those that a run listens on. */
export const port = Number(process.env.E2E_PORT ?? 4173)
export const urlOf = (port: number) => `http://127.0.0.1:${port}`

const executablePath = process.env.CHROMIUM_PATH

export const browser = {
  ...devices['Desktop Chrome'],
  launchOptions: {
    ...(executablePath ? { executablePath } : {}),
    // Chromium refuses its sandbox to root. Without a GPU, imitating one costs more than doing without, and painting in the
    // browser's own process less than in another.
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu', '--in-process-gpu'],
  },
}

/** A product of its own, with the demo's people, on this port. */
export function serve(port: number, methods = 'mpesa,bank,paypal') {
  return {
    command: 'node serve.mjs',
    env: {
      PORT: String(port),
      PUBLIC_URL: urlOf(port),
      LOG_LEVEL: 'error',
      PAYOUT_METHODS: methods,
    },
    url: `${urlOf(port)}/readyz`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 15_000 },
  }
}
