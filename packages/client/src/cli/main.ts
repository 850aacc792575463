#!/usr/bin/env node
import { runCli } from './run-cli.ts'
import { EXIT } from './terminal.ts'

const interruption = new AbortController()
process.on('SIGINT', () => {
  // A second ctrl-c does not wait for the current step.
  if (interruption.signal.aborted) process.exit(EXIT.interrupted)
  interruption.abort()
})
// The reader has closed the pipe, as in `chuma … | head`.
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
// Open handles, such as a prompting terminal, must not keep the process alive.
process.stdin.unref?.()
