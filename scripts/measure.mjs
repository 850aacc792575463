// `npm run measure`: how long a start takes, and how much a browser loads at first.
import './check-node.mjs'

void import('./steps/run-measurements.mjs').then(({ runMeasurements }) => runMeasurements())
