import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { install } from './install.mjs'
import { root, runLoudly, runMain, Stop } from './run-command.mjs'

const program = path.join(root, 'packages', 'core', 'test', 'simulated-year', 'main.ts')
const LIBRARIES = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map(
  (machine) => `/usr/lib/${machine}/faketime/libfaketimeMT.so.1`,
)

/** Run the year with the arguments after `--`: --seed, --members, --farms, --days. */
export function runSimulation() {
  return runMain(async () => {
    const library = LIBRARIES.find((file) => existsSync(file))
    if (!library) {
      throw new Stop('A year takes minutes only with a clock that can be moved. Install libfaketime (on Debian: the package faketime).')
    }
    await install()
    const folder = await mkdtemp(path.join(tmpdir(), 'chuma-year-'))
    // PostgreSQL reads the clock as another account.
    await chmod(folder, 0o755)
    const clock = path.join(folder, 'clock')
    await writeFile(clock, '+0\n')
    try {
      const code = await runLoudly(process.execPath, ['--import', 'tsx', program, ...process.argv.slice(2)], {
        LD_PRELOAD: library,
        FAKETIME_TIMESTAMP_FILE: clock,
        FAKETIME_NO_CACHE: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      })
      if (code !== 0) throw new Stop('', code)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
}
