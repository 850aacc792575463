// `npm run lighthouse`: what Lighthouse says of the pages that matter most, as a cheap phone on a slow network gets them.
import './check-node.mjs'

void import('./steps/run-lighthouse.mjs').then(({ runLighthouse }) => runLighthouse())
