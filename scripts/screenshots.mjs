// `npm run screenshots`: pictures of every screen, on a phone and on a desk, by day and by night, into docs/images/screens.
import './check-node.mjs'

void import('./steps/take-screenshots.mjs').then(({ takeScreenshots }) => takeScreenshots())
