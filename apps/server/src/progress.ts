import { channel } from 'node:diagnostics_channel'

/** `npm start` runs the server in its own process and listens. */
const progress = channel('chuma:start')

/** Announce how much of the start is done, from 0 to 1, or that it failed. Listeners run before this returns. */
export function announceProgress(reached: number | 'failed'): void {
  progress.publish(reached)
}
