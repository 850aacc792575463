// `npm run measure:staff`: how long the staff's pages take with all the data, beside the same pages with 1 % of it.
import { onMaintainedNode } from './on-maintained-node.mjs'

onMaintainedNode(() => import('./steps/run-large.mjs').then(({ runLarge }) => runLarge('measure-staff.ts')))
