import { expect, test } from 'vitest'
import { approvalMachine } from '../../src/approvals/transitions.ts'
import { taxMonthMachine } from '../../src/books/tax/file-tax-month.ts'
import { mailMachine } from '../../src/inbox/mails.ts'
import { textMachine } from '../../src/inbox/texts/sms.ts'
import { claimMachine } from '../../src/partners/claims.ts'
import { creditMachine } from '../../src/partners/postbacks.ts'
import { clusterMachine } from '../../src/payouts/clusters/clusters.ts'
import { attemptMachine, withdrawalMachine } from '../../src/payouts/transitions.ts'
import { paymentMachine } from '../../src/premium/payments.ts'
import { invoiceMachine, receiptMachine } from '../../src/receivables/invoices.ts'
import { differenceMachine } from '../../src/receivables/reports/read-report.ts'
import { reviewMachine } from '../../src/surveys/reviews.ts'
import { proofMachine } from '../../src/tasks/proofs.ts'
import { deliveryMachine } from '../../src/webhooks/endpoints.ts'
import { drawMachine } from './draw-states.ts'

const intro = `# State machines

What has states, and every step between them. \`npm run docs:states\` writes this page from the tables in the
\`transitions.ts\` of each noun, and the test suite compares it with them.

A step that is not listed cannot be taken: the caller gets an error, and nothing changes. Each state column is written by
one query, and each query is called by one function, which posts, mails and queues what the step brings in the same
transaction. "When" is checked by the use case, under the lock of the row.

Who takes a step: a \`member\`, \`staff\`, a \`worker\` (a job of ours), the payment \`provider\` (what it says or proves), a
\`partner\`, or the \`erasure\` of an account.
`

test('the page of state machines matches their tables', async () => {
  const page = [
    intro,
    drawMachine(withdrawalMachine),
    drawMachine(attemptMachine),
    drawMachine(clusterMachine),
    drawMachine(creditMachine),
    drawMachine(claimMachine),
    drawMachine(invoiceMachine),
    drawMachine(receiptMachine),
    drawMachine(differenceMachine),
    drawMachine(proofMachine),
    drawMachine(reviewMachine),
    drawMachine(paymentMachine),
    drawMachine(mailMachine),
    drawMachine(textMachine),
    drawMachine(deliveryMachine),
    drawMachine(approvalMachine),
    drawMachine(taxMonthMachine),
  ].join('\n')
  await expect(page).toMatchFileSnapshot('../../../../docs/state-machines.md')
})
