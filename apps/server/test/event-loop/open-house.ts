import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureEconomy } from '@chuma/core/admin/economy'
import { givenStaff } from '@chuma/core/admin/testing'
import { createTestDeps } from '@chuma/core/testing'
import { createTestDb } from '@chuma/db/testing'
import { findPorts } from '../chaos/find-ports.ts'
import { closeLater, createServerProcess } from '../crash/testing.ts'

export type House = Awaited<ReturnType<typeof openHouse>>
export type LargeCall = { method: 'GET' | 'POST' | 'PUT'; path: string; token: string; body?: object }

/** The real process with its doors, a meter inside it, and staff who are signed in. */
export async function openHouse() {
  // Large ledgers are written without their hashes.
  const { db, url, close } = await createTestDb({ max: 5, isDamaged: true })
  closeLater(close)
  await ensureEconomy(db)
  const deps = createTestDeps(db)
  const [meterPort = 0] = await findPorts(1)
  const server = await createServerProcess(
    { url: 'http://127.0.0.1:9' },
    {
      DATABASE_URL: url,
      ROLE: 'web',
      HOLD_METER_PORT: String(meterPort),
      NODE_OPTIONS: `--import ${pathToFileURL(path.join(import.meta.dirname, 'hold-meter.ts')).href}`,
    },
  )
  await server.start()
  const readHold = async () => Number(await (await fetch(`http://127.0.0.1:${meterPort}`)).text())
  const { token } = await givenStaff(deps)

  /** Make a call, and measure how long it held the event loop at most. */
  async function measure({ method, path: address, token: bearer, body }: LargeCall) {
    await readHold()
    const answer = await fetch(`${server.url}${address}`, {
      method,
      headers: {
        authorization: `Bearer ${bearer}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    let [size, begin] = [0, '']
    for await (const chunk of answer.body ?? []) {
      if (begin === '') begin = Buffer.from(chunk).toString('utf8').slice(0, 300)
      size += chunk.length
    }
    return { holdMs: await readHold(), status: answer.status, size, begin }
  }
  return { db, deps, token, measure }
}
