// `npm run check`: types, lint, dead code, package boundaries, prose, all at once.
import { onMaintainedNode } from './on-maintained-node.mjs'

onMaintainedNode(() => import('./steps/run-checks.mjs').then(({ runChecks }) => runChecks()))
