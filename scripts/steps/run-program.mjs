import { npm, runLoudly, runMain } from './run-command.mjs'

/** npm has put node_modules/.bin on PATH, and on-maintained-node.mjs the Node that its programs ask for. */
export function runProgram([file, ...args]) {
  return runMain(async () => {
    process.exitCode = await runLoudly(...commandOf(file, args))
  })
}

function commandOf(file, args) {
  if (file === 'node') return [process.execPath, args]
  if (file === 'npm') return npm(...args)
  return [process.platform === 'win32' ? `${file}.cmd` : file, args]
}
