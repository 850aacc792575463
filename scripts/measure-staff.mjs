// `npm run measure:staff`: times the staff pages on the large data set and on 1 % of it.
import { onMaintainedNode } from './on-maintained-node.mjs'

onMaintainedNode(() => import('./steps/run-large.mjs').then(({ runLarge }) => runLarge('measure-staff.ts')))
