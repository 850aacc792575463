import type { Difference } from '@chuma/contract/books/reconciliation'
import { formatKes } from '@chuma/contract/format-money'
import { Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { actorName } from '../admin/actor-name.ts'
import sheet from '../admin/figures.module.css'
import { AdminFrame } from '../admin/frame/admin-frame.tsx'
import { ReasonDialog } from '../admin/reason-dialog.tsx'
import { useShowFailure } from '../admin/use-show-failure.ts'
import nothingToReview from '../art/nothing-to-review.svg'
import { formatBusinessDay, formatDateTime, formatMonth } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import blocks from '../ui/blocks.module.css'
import { showToast } from '../ui/dialogs/show-toast.ts'
import { useAsked } from '../ui/dialogs/use-asked.ts'
import { formatPoints } from '../ui/figures/format-points.ts'
import { Section } from '../ui/page/section.tsx'
import { EmptyState } from '../ui/states/empty-state.tsx'
import { QueryView } from '../ui/states/query-view.tsx'
import { Skeletons } from '../ui/states/skeletons.tsx'
import { DaysSection } from './days-section.tsx'
import { LedgerCheck } from './ledger-check.tsx'
import classes from './reconciliation.module.css'
import { useRefreshBooks } from './use-refresh-books.ts'

/** Whether the ledger, the withdrawals and the provider's statements agree. */
export function ReconciliationPage({ day }: { day: string | undefined }) {
  const t = useT()
  return (
    <AdminFrame title={t('books.title')} needs="ledger:verify">
      {() => (
        <>
          <Link to="/admin/statements" className={blocks.link}>
            {t('statementDesk.link')}
          </Link>
          <DaysSection chosen={day} />
          <DifferencesSection key={day} day={day} />
          <TaxSection />
          <LedgerCheck />
        </>
      )}
    </AdminFrame>
  )
}

/** The tax owed to the revenue authority, by month. */
function TaxSection() {
  const t = useT()
  const months = trpc.admin.listTaxMonths.useQuery()
  return (
    <Section title={t('books.taxMonths')} text={t('books.taxMonthsText')}>
      <QueryView query={months} skeleton={<Skeletons count={1} height={60} />}>
        {(rows) =>
          rows.length > 0 ? (
            <ul className={blocks.list} aria-label={t('books.taxMonths')}>
              {rows.map(({ month, count, baseKes, taxKes }) => (
                <li key={month} className={classes.row}>
                  <div className={classes.head}>
                    <span>{formatMonth(month)}</span>
                    <strong>{formatKes(taxKes)}</strong>
                  </div>
                  <p className={blocks.quiet}>{t('books.taxMonth', { count, base: formatKes(baseKes) })}</p>
                </li>
              ))}
            </ul>
          ) : (
            <Text>{t('books.noTax')}</Text>
          )
        }
      </QueryView>
    </Section>
  )
}

/** All differences of one day, resolved ones too; without a day, all open ones. */
function DifferencesSection({ day }: { day: string | undefined }) {
  const t = useT()
  const query = trpc.admin.listDifferences.useQuery({ ...(day ? { day } : { state: 'open' }), limit: 200 })
  const { subject, isOpen, ask, close } = useAsked<Difference>()
  const title = day ? t('books.differencesOf', { day: formatBusinessDay(day) }) : t('books.openDifferences')
  return (
    <Section title={title}>
      {day && (
        <Link to="/admin/reconciliation" resetScroll={false} className={blocks.link}>
          {t('books.showOpen')}
        </Link>
      )}
      <QueryView query={query} skeleton={<Skeletons count={2} height={140} />}>
        {(rows) =>
          rows.length > 0 ? (
            <ul className={blocks.list} aria-label={title}>
              {rows.map((row) => (
                <DifferenceRow key={row.id} difference={row} isDayShown={!day} onResolve={() => ask(row)} />
              ))}
            </ul>
          ) : (
            <EmptyState art={nothingToReview} title={t('books.allAgree')} text={t('books.allAgreeText')} />
          )
        }
      </QueryView>
      {subject && <ResolveDialog key={subject.id} difference={subject} opened={isOpen} onClose={close} />}
    </Section>
  )
}

type ResolveDialogProps = { difference: Difference; opened: boolean; onClose: () => void }

function ResolveDialog({ difference: { id, kind }, opened, onClose }: ResolveDialogProps) {
  const t = useT()
  const refresh = useRefreshBooks()
  const resolve = trpc.admin.resolveDifference.useMutation({
    onSuccess: () =>
      showToast({ kind: 'success', title: t('books.resolved'), message: t('books.resolvedText') }),
    onError: useShowFailure(),
    // Also after a refusal: someone else resolved it first, so this list is out of date.
    onSettled: () => {
      onClose()
      return refresh()
    },
  })
  return (
    <ReasonDialog
      {...{ opened, onClose }}
      title={t('books.resolveTitle')}
      text={t('books.resolveText')}
      label={t('books.note')}
      missing={t('books.noteMissing')}
      maxLength={1000}
      action={t('books.resolve')}
      isPending={resolve.isPending}
      onSend={(note) => resolve.mutate({ id, note })}
    >
      <Text fw={600}>{t(`difference.${kind}`)}</Text>
    </ReasonDialog>
  )
}

type DifferenceRowProps = { difference: Difference; isDayShown: boolean; onResolve: () => void }

const SUMS = ['ledger', 'tax', 'provider'] as const

function DifferenceRow({ difference, isDayShown, onResolve }: DifferenceRowProps) {
  const t = useT()
  const { kind, day, subjectKey, memberId, memberName, receipt, note, resolution, resolvedBy, resolvedAt } =
    difference
  const sum = kind === 'sum-differs' ? SUMS.find((name) => name === subjectKey) : undefined
  return (
    <li className={classes.row} data-past={resolvedAt !== null || undefined}>
      <div className={classes.head}>
        <strong>{t(`difference.${kind}`)}</strong>
        {isDayShown && <span className={blocks.quiet}>{formatBusinessDay(day)}</span>}
      </div>
      <p className={blocks.flush}>{sum ? t(`differenceSum.${sum}`) : t(`differenceText.${kind}`)}</p>
      <ExpectedAndFound difference={difference} />
      {receipt && <p className={blocks.quiet}>{t('books.receipt', { receipt })}</p>}
      {memberId && memberName && (
        <Link to="/admin/members/$memberId" params={{ memberId }} className={blocks.link}>
          {t('books.withdrawal', { name: memberName })}
        </Link>
      )}
      {note && <p className={blocks.quiet}>{note}</p>}
      {resolvedAt && resolvedBy ? (
        <div>
          <p className={blocks.flush}>{resolution}</p>
          <p className={blocks.quiet}>
            {t('books.resolvedBy', { name: actorName(t, resolvedBy), time: formatDateTime(resolvedAt) })}
          </p>
        </div>
      ) : (
        <div>
          <Button
            variant="default"
            aria-label={t('books.resolveFor', { kind: t(`difference.${kind}`) })}
            onClick={onResolve}
          >
            {t('books.resolve')}
          </Button>
        </div>
      )}
    </li>
  )
}

function ExpectedAndFound({ difference: { unit, expected, found } }: { difference: Difference }) {
  const t = useT()
  const say = (value: number) => (unit === 'KES' ? formatKes(value) : formatPoints(t, value))
  if (expected === null && found === null) return null
  return (
    <dl className={sheet.figures}>
      {expected !== null && (
        <div>
          <dt>{t('books.expected')}</dt>
          <dd>{say(expected)}</dd>
        </div>
      )}
      {found !== null && (
        <div>
          <dt>{t('books.found')}</dt>
          <dd>{say(found)}</dd>
        </div>
      )}
    </dl>
  )
}
