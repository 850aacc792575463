// `npm run lighthouse`: audits the most visited pages with Lighthouse, as a cheap phone on a slow network.
import { onMaintainedNode } from './on-maintained-node.mjs'

onMaintainedNode(() => import('./steps/run-lighthouse.mjs').then(({ runLighthouse }) => runLighthouse()))
