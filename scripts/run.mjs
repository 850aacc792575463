// `node scripts/run.mjs PROGRAM …`: a program of node_modules or of npm's, on a maintained Node.
import { onMaintainedNode } from './on-maintained-node.mjs'

onMaintainedNode(() =>
  import('./steps/run-program.mjs').then(({ runProgram }) => runProgram(process.argv.slice(2))),
)
