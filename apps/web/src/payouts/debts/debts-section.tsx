import type { Debt } from '@chuma/contract/payouts/debts'
import { Button } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import classes from '../../admin/list.module.css'
import { PageTurner } from '../../admin/page-turner.tsx'
import nothingToReview from '../../art/nothing-to-review.svg'
import { formatDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { Amount } from '../../ui/figures/amount.tsx'
import { Section } from '../../ui/page/section.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { ResultCount } from '../../ui/states/result-count.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { WriteOffDialog } from './write-off-dialog.tsx'

const PAGE_SIZE = 50
export const FIRST_DEBTS = { limit: PAGE_SIZE } as const

export function DebtsSection({ mayWriteOff }: { mayWriteOff: boolean }) {
  const t = useT()
  const [after, setAfter] = useState<string>()
  const query = trpc.admin.listDebts.useQuery(
    { limit: PAGE_SIZE, ...(after && { after }) },
    { placeholderData: keepPreviousData },
  )
  return (
    <Section title={t('debts.title')} text={t('debts.text')}>
      <ResultCount count={query.data?.length} />
      <QueryView query={query} skeleton={<Skeletons count={3} height={96} />}>
        {(debts) => (
          <>
            {debts.length === 0 && (
              <EmptyState art={nothingToReview} title={t('debts.none')} text={t('debts.noneText')} />
            )}
            <ul className={blocks.list} aria-label={t('debts.list')}>
              {debts.map((debt) => (
                <DebtRow key={debt.memberId} debt={debt} mayWriteOff={mayWriteOff} />
              ))}
            </ul>
            <PageTurner
              isFirst={!after}
              last={debts.length === PAGE_SIZE ? toLast(debts) : undefined}
              onTurn={setAfter}
            />
          </>
        )}
      </QueryView>
    </Section>
  )
}

function toLast(debts: readonly Debt[]) {
  const last = debts.at(-1)
  return last && { id: last.memberId }
}

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
