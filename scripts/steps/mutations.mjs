const attempts = 'packages/core/src/payouts/attempts'

/** Each breaks one money rule: `from` becomes `to` in `file`, and `test` in `tests` has to fail. */
export const mutations = [
  {
    rule: 'a posting takes the next number of its wallet',
    file: 'packages/db/functions/wallet/apply_posting.sql',
    from: 'where member_id = new.member_id and seq = new.seq - 1;',
    to: 'where member_id = new.member_id;',
    tests: 'packages/db/src/queries/wallet/ledger.test.ts',
    test: 'fifty concurrent postings leave a history without gaps',
  },
  {
    rule: 'only a prepared attempt begins to send',
    file: `${attempts}/begin-sending.ts`,
    from: " || attempt.state !== 'prepared') return null",
    to: ') return null',
    tests: `${attempts}/send-payout.test.ts`,
    test: 'of concurrent workers one sends a payout',
  },
  {
    rule: 'the amount of a callback is the amount that was sent',
    file: `${attempts}/apply-payout-result.ts`,
    from: 'if (amountKes !== attempt.amountKes || (',
    to: 'if ((',
    tests: `${attempts}/apply-payout-result.test.ts`,
    test: 'a result with another amount moves no points and needs review',
  },
  {
    rule: 'the number of a callback is the number that was paid',
    file: `${attempts}/apply-payout-result.ts`,
    from: ' || (msisdn !== undefined && msisdn !== attempt.mpesaNumber)) {',
    to: ') {',
    tests: `${attempts}/apply-payout-result.test.ts`,
    test: 'a result with another number moves no points and needs review',
  },
  {
    rule: 'a receipt pays one withdrawal',
    file: `${attempts}/apply-payout-result.ts`,
    from: 'if (!(await claimReported(trx, payout, result))) {',
    to: 'if ((await claimReported(trx, payout, result)) === undefined) {',
    tests: `${attempts}/apply-payout-result.test.ts`,
    test: 'a receipt of another withdrawal does not pay a second one',
  },
  {
    rule: 'a success of an earlier attempt stops the newer one',
    file: `${attempts}/record-payout-contradiction.ts`,
    from: "if (last?.state === 'prepared') {",
    to: "if (last?.state === 'paid') {",
    tests: `${attempts}/apply-payout-result.test.ts`,
    test: 'a success of an earlier attempt stops the next one before it is sent, and no third is possible',
  },
  {
    rule: 'tax is booked with the payment',
    file: 'packages/core/src/payouts/move-payout.ts',
    from: '(trx, { ref }) => insertWithholding(trx, ref)',
    to: 'async () => {}',
    tests: 'packages/core/src/books/withholding.test.ts',
    test: 'tax is booked with the payment, and member and ledger show all three amounts',
  },
  {
    rule: 'a repeated request gets the first answer',
    file: 'packages/core/src/idempotency/do-once.ts',
    from: '  if (!isFirst) return answer.parse(await getAnswer(trx, keyed))\n',
    to: '',
    tests: 'packages/core/src/wallet/request-withdrawal.test.ts',
    test: 'twenty concurrent repeats with one key make one withdrawal and get one answer',
  },
  {
    rule: 'a business day is a day in Nairobi',
    file: 'packages/db/functions/business_day.sql',
    from: `at time zone coalesce(
    (select record ->> 'timeZone' from economy_version order by version desc limit 1), 'Africa/Nairobi'
  ))::date`,
    to: "at time zone 'UTC')::date",
    tests: 'packages/core/src/tasks/daily-login/daily-login.test.ts',
    test: 'a business day ends at midnight in Nairobi, regardless of server and member',
  },
  {
    rule: 'a ledger that does not add up is reported',
    file: 'apps/server/src/jobs/job-handlers.ts',
    from: "const findings = await checkBooks(deps)\n    if (findings.length > 0) log.fatal({ findings }, 'the ledger does not add up')",
    to: 'await checkBooks(deps)',
    tests: 'apps/server/src/jobs/job-handlers.test.ts',
    test: 'a ledger that does not add up is logged as fatal, with the findings',
  },
]
