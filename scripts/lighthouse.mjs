// `npm run lighthouse`: what Lighthouse says of the pages that matter most, as a cheap phone on a slow network gets them.
import { onMaintainedNode } from './on-maintained-node.mjs'

onMaintainedNode(() => import('./steps/run-lighthouse.mjs').then(({ runLighthouse }) => runLighthouse()))
