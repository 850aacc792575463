// `npm run measure:payouts`: withdrawals asked for and paid in a second, beside the least that each can cost.
import './check-node.mjs'

void import('./steps/run-payout-measurements.mjs').then(({ runPayoutMeasurements }) =>
  runPayoutMeasurements(),
)
