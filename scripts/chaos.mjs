// `npm run chaos`: breaks a whole site on this machine, fault after fault, and checks that nothing promised is lost.
import { onMaintainedNode } from './on-maintained-node.mjs'

onMaintainedNode(() => import('./steps/run-chaos.mjs').then(({ runChaos }) => runChaos()))
