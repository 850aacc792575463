// `npm start`: installs and builds what is out of date, then runs the server in this process.
import { onMaintainedNode } from './on-maintained-node.mjs'

onMaintainedNode(() => import('./steps/run-start.mjs').then(({ runStart }) => runStart()))
