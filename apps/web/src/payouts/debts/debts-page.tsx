import { formatKes } from '@chuma/contract/format-money'
import type { Debt } from '@chuma/contract/payouts/debts'
import { Button } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import nothingToReview from '../../art/nothing-to-review.svg'
import { formatDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { ReasonDialog, useReason } from '../../ui/dialogs/reason-dialog.tsx'
import { Amount } from '../../ui/figures/amount.tsx'
import { AdminFrame } from '../../ui/frame/admin-frame.tsx'
import { Section } from '../../ui/page/section.tsx'
import classes from '../../ui/states/list.module.css'
import { PagedList, usePages } from '../../ui/states/staff-lists.tsx'

/** Members who owe points. */
export function DebtsPage() {
  const t = useT()
  return (
    <AdminFrame title={t('debts.title')}>
      {({ permissions }) => <DebtsSection mayWriteOff={permissions.includes('withdrawals:decide')} />}
    </AdminFrame>
  )
}

const PAGE_SIZE = 50
export const FIRST_DEBTS = { limit: PAGE_SIZE } as const

function DebtsSection({ mayWriteOff }: { mayWriteOff: boolean }) {
  const t = useT()
  const pages = usePages(PAGE_SIZE)
  const query = trpc.admin.listDebts.useQuery(pages.input, { placeholderData: keepPreviousData, select })
  return (
    <Section text={t('debts.text')}>
      <PagedList
        query={query}
        pages={pages}
        label={t('debts.list')}
        rowHeight={96}
        empty={{ art: nothingToReview, title: t('debts.none'), text: t('debts.noneText') }}
      >
        {(debt) => <DebtRow key={debt.id} debt={debt} mayWriteOff={mayWriteOff} />}
      </PagedList>
    </Section>
  )
}

/** A member has one debt, so the member names it. */
const select = (debts: Debt[]) => debts.map((debt) => ({ ...debt, id: debt.memberId }))

function DebtRow({ debt, mayWriteOff }: { debt: Debt; mayWriteOff: boolean }) {
  const t = useT()
  const [isAsking, setAsking] = useState(false)
  const cause = t(`activityKind.${debt.cause}`)
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <Link to="/admin/members/$memberId" params={{ memberId: debt.memberId }} className={blocks.link}>
          {debt.memberName}
        </Link>
        <Amount points={debt.points} kes={debt.amountKes} size="sm" />
      </div>
      <p className={blocks.quiet}>{debt.memberEmail}</p>
      <p className={classes.words}>
        {t('debts.since', { when: formatDay(debt.since), cause })}
        {debt.heldPoints > 0 && ` · ${t('debts.held', { points: debt.heldPoints })}`}
      </p>
      {mayWriteOff && (
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('debts.writeOff')}
        </Button>
      )}
      <WriteOffDialog debt={debt} opened={isAsking} onClose={() => setAsking(false)} />
    </li>
  )
}

/** Ask a second person to give up a debt. */
function WriteOffDialog({ debt, opened, onClose }: { debt: Debt; opened: boolean; onClose: () => void }) {
  const t = useT()
  const utils = trpc.useUtils()
  const { memberId, memberName: name, points, amountKes } = debt
  const form = useReason()
  const writeOff = useAction(trpc.admin.writeOffDebt, {
    form,
    onAccepted: onClose,
    failure: { title: t('debts.failed'), offline: t('state.failedText') },
    onEnd: [utils.admin.listDebts],
  })
  return (
    <ReasonDialog
      {...{ form, opened, onClose }}
      title={t('debts.writeOffTitle')}
      text={t('debts.writeOffText', { name, kes: formatKes(amountKes) })}
      label={t('debts.reason')}
      action={t('correct.send')}
      isPending={writeOff.isPending}
      onSend={(reason) => writeOff.run({ memberId, points, reason })}
    />
  )
}
