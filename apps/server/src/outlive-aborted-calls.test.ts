import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

function afterRejectionOf(reason: string) {
  const program = `
    import { outliveAbortedCalls } from './src/outlive-aborted-calls.ts'
    outliveAbortedCalls({ info: (_, message) => console.log(message) })
    Promise.reject(${reason})
    setTimeout(() => console.log('alive'), 20)
  `
  return run(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
    cwd: path.join(import.meta.dirname, '..'),
  })
}

test('a caller who hangs up does not end the process for the others', async () => {
  const { stdout } = await afterRejectionOf(`AbortSignal.abort().reason`)
  expect(stdout).toBe('a call was given up by its caller\nalive\n')
})

test('a defect that nobody handles still does', async () => {
  await expect(afterRejectionOf(`new Error('a defect')`)).rejects.toMatchObject({
    stderr: expect.stringContaining('a defect'),
  })
})
