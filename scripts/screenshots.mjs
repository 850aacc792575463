// `npm run screenshots`: pictures of every screen, as the browser tests come by, into docs/images/screens.
import './check-node.mjs'

void import('./steps/take-screenshots.mjs').then(({ takeScreenshots }) => takeScreenshots())
