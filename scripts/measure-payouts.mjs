// `npm run measure:payouts`: withdrawals asked for and paid in a second, beside the least that each can cost.
import { onMaintainedNode } from './on-maintained-node.mjs'

onMaintainedNode(() =>
  import('./steps/run-payout-measurements.mjs').then(({ runPayoutMeasurements }) => runPayoutMeasurements()),
)
