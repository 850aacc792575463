import { Readable } from 'node:stream'
import { setImmediate as otherWork } from 'node:timers/promises'

const AT_ONCE = 1000
const TURN_MS = 20

/** Let the event loop go round once. The first immediate of a request still runs before other requests are looked at. */
export async function giveWay(): Promise<void> {
  await otherWork()
  await otherWork()
}

/** List slices of many rows, with other requests answered between two of them. */
export async function* inTurns<Row>(rows: readonly Row[], atOnce = AT_ONCE): AsyncGenerator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += atOnce) {
    yield rows.slice(start, start + atOnce)
    await otherWork()
  }
}

const PART_BYTES = 64 * 1024

/** Stream a text in parts, with other requests answered between two of them. */
export function streamText(text: string): Readable {
  return Readable.from(takeParts(Buffer.from(text)), { objectMode: false })
}

async function* takeParts(bytes: Buffer) {
  for (let start = 0; start < bytes.length; start += PART_BYTES) {
    yield bytes.subarray(start, start + PART_BYTES)
    await otherWork()
  }
}

/** Create a pause for between the steps of long work: other requests are answered whenever the steps have taken a few milliseconds. */
export function createPause(): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < TURN_MS) return
    await otherWork()
    began = performance.now()
  }
}
