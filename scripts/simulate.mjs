// `npm run simulate`: lets honest members and farms live through a year, and reports what the farms kept and how long others waited.
import { onMaintainedNode } from './on-maintained-node.mjs'

onMaintainedNode(() => import('./steps/run-simulation.mjs').then(({ runSimulation }) => runSimulation()))
