import { createServer } from 'node:http'

// Loaded into the server's process before its own code. Processor time of the thread, not clock time: what else runs on a busy machine
// does not count, and neither do the threads that hash passwords or collect garbage.
const spent = () => {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage()
  return (user + system) / 1000
}

const TICK_MS = 2
let [last, longest] = [spent(), 0]
const tick = () => {
  const now = spent()
  longest = Math.max(longest, now - last)
  last = now
}
setInterval(tick, TICK_MS).unref()

/** Answers how long the event loop was held at most since the last request, in milliseconds. */
createServer((_request, response) => {
  tick()
  response.end(String(longest))
  longest = 0
})
  .listen(Number(process.env.HOLD_METER_PORT), '127.0.0.1')
  .unref()
