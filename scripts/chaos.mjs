// `npm run chaos`: injects faults into a whole installation on this machine and checks that no promise is broken.
import { onMaintainedNode } from './on-maintained-node.mjs'

onMaintainedNode(() => import('./steps/run-chaos.mjs').then(({ runChaos }) => runChaos()))
