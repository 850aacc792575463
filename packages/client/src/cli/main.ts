#!/usr/bin/env node
import { runCli } from './run-cli.ts'
import { EXIT } from './stop-with.ts'

const interruption = new AbortController()
process.on('SIGINT', () => {
  // Whoever presses it twice does not want to wait for what is under way.
  if (interruption.signal.aborted) process.exit(EXIT.interrupted)
  interruption.abort()
})
// Whoever reads has had enough, as of `chuma … | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? EXIT.done : EXIT.refused)
})

process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  interrupted: interruption.signal,
})
// What still listens, such as a terminal that was asked something, must not hold the process.
process.stdin.unref?.()
