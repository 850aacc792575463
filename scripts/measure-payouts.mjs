// `npm run measure:payouts`: withdrawals requested and paid per second, beside a minimal version of the same work.
import { onMaintainedNode } from './on-maintained-node.mjs'

onMaintainedNode(() =>
  import('./steps/run-payout-measurements.mjs').then(({ runPayoutMeasurements }) => runPayoutMeasurements()),
)
