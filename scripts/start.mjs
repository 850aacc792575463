// `npm start`: installs and builds what is out of date, then runs the server in this process.
import { onMaintainedNode } from './on-maintained-node.mjs'
import { readStartOptions } from './steps/start-options.mjs'

const { options, end } = readStartOptions(process.argv.slice(2))
if (end) {
  const output = end.exitCode === 0 ? process.stdout : process.stderr
  output.write(`${end.text}\n`)
  process.exitCode = end.exitCode
} else {
  onMaintainedNode(() => import('./steps/run-start.mjs').then(({ runStart }) => runStart(options)))
}
