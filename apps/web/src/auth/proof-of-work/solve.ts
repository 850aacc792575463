import type { WorkChallenge } from '@chuma/contract/auth/security-links'

/**
 * Solve a challenge in a worker, so that the page stays usable, and return the header that proves it. The worker is loaded
 * only then (`plugins/build-scripts.ts`).
 */
export function solve(challenge: WorkChallenge): Promise<string> {
  const worker = new Worker('/solver.js')
  return new Promise<string>((prove, fail) => {
    worker.onmessage = ({ data }: MessageEvent<string | null>) =>
      data ? prove(data) : fail(new Error('The challenge was not solved in time'))
    worker.onerror = () => fail(new Error('The challenge cannot be solved here'))
    worker.postMessage(challenge)
  }).finally(() => worker.terminate())
}
