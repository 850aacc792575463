import { formatUsd } from '@chuma/contract/format-money'
import { DIFFERENCES, type ReportDifference, type ReportOutcome } from '@chuma/contract/receivables/reports'
import { Button, NativeSelect } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import classes from '../../admin/list.module.css'
import { PageTurner } from '../../admin/page-turner.tsx'
import nothingToReview from '../../art/nothing-to-review.svg'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { useAsked } from '../../ui/dialogs/use-asked.ts'
import { Section } from '../../ui/page/section.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { SettleDialog } from './settle-dialog.tsx'

const PAGE_SIZE = 25

/** The desk: rows of reports that differ from our credits. */
export function DifferencesSection({ partnerId }: { partnerId?: string }) {
  const t = useT()
  const [outcome, setOutcome] = useState<ReportOutcome>()
  const [after, setAfter] = useState<string>()
  const { ask, subject, isOpen, close } = useAsked<ReportDifference>()
  const query = trpc.admin.listReportDifferences.useQuery(
    {
      limit: PAGE_SIZE,
      ...(partnerId && { partnerId }),
      ...(outcome && { outcome }),
      ...(after && { after }),
    },
    { placeholderData: keepPreviousData },
  )
  return (
    <Section title={t('report.differences')} text={t('report.differencesText')}>
      <NativeSelect
        label={t('report.kind')}
        value={outcome ?? ''}
        onChange={({ currentTarget }) => {
          setOutcome(DIFFERENCES.find((each) => each === currentTarget.value))
          setAfter(undefined)
        }}
        data={[
          { value: '', label: t('report.allKinds') },
          ...DIFFERENCES.map((each) => ({ value: each, label: t(`reportOutcome.${each}`) })),
        ]}
      />
      <QueryView query={query} skeleton={<Skeletons count={3} height={120} />}>
        {(rows) => (
          <>
            {rows.length === 0 && (
              <EmptyState art={nothingToReview} title={t('report.none')} text={t('report.noneText')} />
            )}
            <ul className={blocks.list} aria-label={t('report.differences')}>
              {rows.map((row) => (
                <DifferenceRow key={row.id} row={row} onSettle={() => ask(row)} />
              ))}
            </ul>
            <PageTurner
              isFirst={!after}
              last={rows.length === PAGE_SIZE ? rows.at(-1) : undefined}
              onTurn={setAfter}
            />
          </>
        )}
      </QueryView>
      {subject && <SettleDialog key={subject.id} row={subject} opened={isOpen} onClose={close} />}
    </Section>
  )
}

const OUR_STATES = ['review', 'pending', 'available', 'reversed', 'cancelled'] as const

function DifferenceRow({ row, onSettle }: { row: ReportDifference; onSettle: () => void }) {
  const t = useT()
  const { outcome, state, transactionId, row: line, memberId, note } = row
  const kind = t(`reportOutcome.${outcome}`)
  const facts = [
    row.partnerName,
    transactionId && t('report.transaction', { id: transactionId }),
    line !== null && t('report.line', { row: line }),
    row.at && formatDateTime(row.at),
  ].filter((fact) => fact)
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <strong>{kind}</strong>
        <span className={blocks.quiet}>{t(`reportState.${state}`)}</span>
      </div>
      <p className={blocks.quiet}>{facts.join(' · ')}</p>
      <Sides row={row} />
      {note && <p className={blocks.words}>{note}</p>}
      <div className={blocks.actions}>
        <Button
          variant="default"
          aria-label={t('report.settleFor', { kind, transaction: transactionId ?? '' })}
          onClick={onSettle}
        >
          {t('report.settle')}
        </Button>
        {memberId && (
          <Link to="/admin/members/$memberId" params={{ memberId }} className={blocks.link}>
            {t('report.member')}
          </Link>
        )}
        {outcome === 'only-there' && memberId && (
          <Link to="/admin/claims" className={blocks.link}>
            {t('report.claims')}
          </Link>
        )}
      </div>
    </li>
  )
}

/** What the partner says, and what we have. */
function Sides({ row }: { row: ReportDifference }) {
  const t = useT()
  const { column, problem, usd, status, ourUsd } = row
  if (problem) return <p className={classes.text}>{t('report.wrong', { column: column ?? '', problem })}</p>
  const ourState = OUR_STATES.find((each) => each === row.ourState)
  const theirs =
    usd !== null && status
      ? t('report.theirs', { amount: formatUsd(usd), status: t(`reportStatus.${status}`) })
      : t('report.nothingThere')
  const ours =
    ourUsd !== null && ourState
      ? t('report.ours', { amount: formatUsd(ourUsd), state: t(`ourState.${ourState}`) })
      : t('report.nothingHere')
  return (
    <p className={classes.text}>
      {theirs} · {ours}
    </p>
  )
}
