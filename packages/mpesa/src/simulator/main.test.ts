import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { aPayment, connectTo } from '../testing.ts'

const folder = mkdtempSync(join(tmpdir(), 'mpesa-cli-'))
const main = fileURLToPath(new URL('./main.ts', import.meta.url))
const running = new Set<ReturnType<typeof launch>>()
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

function launch(...args: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', main, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.on('exit', () => running.delete(child))
  return child
}
async function start() {
  const child = launch('--port', '0', '--state', join(folder, 'state.jsonl'))
  running.add(child)
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  return { child, url: /http:\S+$/.exec(String(line))?.[0] ?? String(line) }
}

test('a killed simulator still knows its payments, and a signal stops it cleanly', {
  timeout: 60_000,
}, async () => {
  const first = await start()
  const payment = aPayment()
  await expect(connectTo(first.url).sendB2c(payment)).resolves.toMatchObject({ outcome: 'accepted' })
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')

  const second = await start()
  await expect(connectTo(second.url).sendB2c(payment)).resolves.toMatchObject({ code: '500.002.1001' })
  const ledger = await (await fetch(`${second.url}/_sim/ledger`)).json()
  expect(ledger).toMatchObject({
    payments: [{ originatorConversationId: payment.originatorConversationId, amountKes: 1450 }],
  })
  second.child.kill('SIGTERM')
  await expect(once(second.child, 'exit')).resolves.toEqual([0, null])
})

test('an argument that makes no sense ends it with a line that says why', { timeout: 60_000 }, async () => {
  const child = launch('--port', 'seven')
  const said = once(createInterface({ input: child.stderr }), 'line')
  await expect(once(child, 'exit')).resolves.toEqual([1, null])
  await expect(said).resolves.toEqual(['mpesa-simulator: seven is no port'])
})
