import { formatUsd } from '@chuma/contract/format-money'
import {
  DIFFERENCES,
  type ReportDifference,
  type ReportOutcome,
  type SettleDifferenceInput,
} from '@chuma/contract/receivables/reports'
import { Button, NativeSelect, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import nothingToReview from '../../art/nothing-to-review.svg'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { FormDialog, useAsked } from '../../ui/dialogs/dialog.tsx'
import { focusFirstError } from '../../ui/forms/show-field-errors.ts'
import { Section } from '../../ui/page/section.tsx'
import classes from '../../ui/states/list.module.css'
import { PagedList, useStateFilter } from '../../ui/states/staff-lists.tsx'
import { useRefreshReceivables } from '../data.ts'

const PAGE_SIZE = 25

/** The desk: rows of reports that differ from our credits. */
export function DifferencesSection({ partnerId }: { partnerId?: string }) {
  const t = useT()
  const {
    pages,
    state: outcome,
    filter,
  } = useStateFilter<ReportOutcome>({
    size: PAGE_SIZE,
    states: DIFFERENCES,
    describe: (each) => t(`reportOutcome.${each}`),
    label: t('report.kind'),
    all: t('report.allKinds'),
  })
  const { ask, subject, isOpen, close } = useAsked<ReportDifference>()
  const query = trpc.admin.listReportDifferences.useQuery(
    {
      ...pages.input,
      ...(partnerId && { partnerId }),
      ...(outcome && { outcome }),
    },
    { placeholderData: keepPreviousData },
  )
  return (
    <Section title={t('report.differences')} text={t('report.differencesText')}>
      {filter}
      <PagedList
        query={query}
        pages={pages}
        label={t('report.differences')}
        rowHeight={120}
        empty={{ art: nothingToReview, title: t('report.none'), text: t('report.noneText') }}
      >
        {(row) => <DifferenceRow key={row.id} row={row} onSettle={() => ask(row)} />}
      </PagedList>
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

type Props = { row: ReportDifference; opened: boolean; onClose: () => void }
type Values = Pick<SettleDifferenceInput, 'decision' | 'note'>

/** Staff say what they do about a difference. */
function SettleDialog({ row, opened, onClose }: Props) {
  const t = useT()
  const decisions =
    row.state === 'open' ? (['ask', 'explain', 'accept'] as const) : (['explain', 'accept'] as const)
  const form = useForm<Values>({
    initialValues: { decision: decisions[0], note: '' },
    validate: { note: (note) => (note.trim() ? null : t('report.noteMissing')) },
  })
  const settle = useAction(trpc.admin.settleReportDifference, {
    done: t('report.settledToast'),
    // After a refusal too: someone else settled it first, so this list is out of date.
    form,
    onOver: onClose,
    onEnd: useRefreshReceivables(),
  })
  return (
    <FormDialog
      {...{ opened, onClose }}
      title={t('report.settleTitle')}
      action={t('report.settle')}
      isPending={settle.isPending}
      onSubmit={form.onSubmit((values) => settle.run({ id: row.id, ...values }), focusFirstError(form))}
    >
      <Text c="dimmed">{t('report.settleText')}</Text>
      <NativeSelect
        label={t('report.decision')}
        data={decisions.map((value) => ({ value, label: t(`reportDecision.${value}`) }))}
        data-autofocus
        {...form.getInputProps('decision')}
      />
      <Textarea
        label={t('report.note')}
        maxLength={1000}
        autosize
        minRows={2}
        {...form.getInputProps('note')}
      />
    </FormDialog>
  )
}
