import { spawnSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, read, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { openOutput } from './logger.ts'

/** A pipe that nobody reads yet, as a log collector that hangs. */
function givenPipe(): { start: number; end: number } {
  const dir = mkdtempSync(path.join(tmpdir(), 'chuma-log-'))
  const pipe = path.join(dir, 'pipe')
  spawnSync('mkfifo', [pipe])
  const [start, end] = [openSync(pipe, constants.O_RDWR), openSync(pipe, constants.O_RDWR)]
  onTestFinished(() => {
    closeSync(end)
    rmSync(dir, { recursive: true })
  })
  return { start, end }
}

test('lines that nobody takes are kept up to a limit, and the number of lost ones is said afterwards', async () => {
  const { start, end } = givenPipe()
  const output = openOutput(start, { maxLength: 300_000 })
  onTestFinished(() => output.destroy())
  const line = `${'x'.repeat(999)}\n`
  for (let n = 0; n < 2000; n++) output.write(line)

  let said = ''
  const buffer = Buffer.alloc(65_536)
  while (!said.includes('were lost')) {
    const { bytesRead } = await promisify(read)(end, buffer, 0, buffer.length, null)
    said += buffer.toString('utf8', 0, bytesRead)
  }
  const kept = said.split('\n').filter((each) => each === line.trimEnd()).length
  // What waits, and the write that had begun.
  expect(kept).toBeGreaterThanOrEqual(300)
  expect(kept).toBeLessThanOrEqual(300 + 263)
  expect(JSON.parse(said.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({ level: 50, lost: 2000 - kept })
})
