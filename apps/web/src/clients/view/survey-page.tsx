import type { MyQuote } from '@chuma/contract/clients/client-quotes'
import type {
  ClientComment,
  CommissionedSurvey,
  MyResults,
  SurveyProgress,
} from '@chuma/contract/clients/client-surveys'
import { formatKesCents } from '@chuma/contract/format-money'
import { Button, NativeSelect } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconChartBar } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatBusinessDay, formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import classes from '../../surveys/results/results.module.css'
import { AnswerBars, CountedAt, CrossTabTable } from '../../surveys/results/results-figures.tsx'
import { TablesPanel, useBanner } from '../../surveys/results/tables-panel.tsx'
import { saveFile } from '../../ui/actions/download-button.tsx'
import blocks from '../../ui/blocks.module.css'
import { ConfirmDialog, useAsked } from '../../ui/dialogs/dialog.tsx'
import sheet from '../../ui/figures/figures.module.css'
import { StatCard, StatGrid } from '../../ui/figures/stat-card.tsx'
import { BackLink } from '../../ui/page/back-link.tsx'
import { Fact, Section } from '../../ui/page/section.tsx'
import list from '../../ui/states/list.module.css'
import { EmptyState, QueryView, Skeletons } from '../../ui/states/states.tsx'
import { clientApi, useClientAction } from '../client-layout.tsx'
import progressSectionClasses from '../clients.module.css'
import { CommentForm, Thread } from '../comment-form.tsx'
import { DatasetSection, DisputesSection } from './dataset-section.tsx'
import { ClientPage, Progress } from './overview-page.tsx'

/** One survey as its client sees it: progress, results, comments and data. */
export function SurveyPage({ surveyId }: { surveyId: string }) {
  const t = useT()
  const survey = useQuery({
    queryKey: ['survey', surveyId],
    queryFn: () => clientApi.clients.getSurvey.query({ id: surveyId }),
  })
  return (
    <ClientPage title={survey.data?.title ?? t('client.survey')}>
      {(me) => (
        <>
          {me.surveyId === null && <BackLink to="/client">{t('client.allSurveys')}</BackLink>}
          <QueryView query={survey} skeleton={<Skeletons count={2} height={120} />}>
            {(found) => (
              <>
                <Figures survey={found} hasPrice={me.surveyId === null} />
                {me.surveyId === null && <QuoteSection surveyId={surveyId} />}
                <ProgressSection surveyId={surveyId} />
                <Results surveyId={surveyId} />
                <DatasetSection surveyId={surveyId} mayAccept={me.surveyId === null} />
                {found.accepted > 0 && me.surveyId === null && <DisputesSection surveyId={surveyId} />}
                <CommentsSection surveyId={surveyId} mayWrite={me.surveyId === null} />
              </>
            )}
          </QueryView>
        </>
      )}
    </ClientPage>
  )
}

function Figures({ survey, hasPrice }: { survey: CommissionedSurvey; hasPrice: boolean }) {
  const t = useT()
  const { accepted, inField, target, priceCents } = survey
  return (
    <>
      <StatGrid label={t('client.progress')}>
        <StatCard label={t('client.acceptedLabel')}>
          {target === null ? accepted : t('client.of', { accepted, target })}
        </StatCard>
        <StatCard label={t('client.inFieldLabel')}>{inField}</StatCard>
        {hasPrice && (
          <StatCard label={t('client.priceLabel')}>
            {priceCents === null ? '–' : formatKesCents(priceCents)}
          </StatCard>
        )}
      </StatGrid>
      <Progress survey={survey} />
    </>
  )
}

function Results({ surveyId }: { surveyId: string }) {
  const query = useQuery({
    queryKey: ['results', surveyId],
    queryFn: () => clientApi.clients.getResults.query({ id: surveyId }),
  })
  return (
    <QueryView query={query} skeleton={<Skeletons count={3} height={160} />}>
      {(results) => <Questions results={results} />}
    </QueryView>
  )
}

function Questions({ results }: { results: MyResults }) {
  const t = useT()
  const { questions } = results
  const shown = questions.filter(({ rows }) => rows.length > 0)
  if (shown.length === 0) {
    return (
      <EmptyState icon={<IconChartBar />} title={t('client.noResults')} text={t('client.noResultsText')} />
    )
  }
  return (
    <>
      <p className={blocks.quiet}>{t('results.hidden')}</p>
      <CountedAt countedAt={results.countedAt} />
      <p className={blocks.quiet}>{t('results.chanceText')}</p>
      {shown.map((asked) => {
        const { id, part, question, base, isSmallBase } = asked
        const note =
          base === null
            ? t('results.few')
            : t(isSmallBase ? 'results.smallBase' : 'results.base', { count: base })
        return (
          <Section key={`${id} ${part}`} title={`${id}. ${question}`} text={note}>
            <AnswerBars question={asked} />
          </Section>
        )
      })}
      <CompareSection results={results} />
      <TablesSection results={results} />
    </>
  )
}

/** The thread between a client and our team about a survey. */
function CommentsSection({ surveyId, mayWrite }: { surveyId: string; mayWrite: boolean }) {
  const t = useT()
  const queries = useQueryClient()
  const key = ['comments', surveyId]
  const query = useQuery({
    queryKey: key,
    queryFn: () => clientApi.clients.listComments.query({ surveyId, limit: 100 }),
  })
  const form = useForm({ initialValues: { text: '' } })
  const write = useClientAction((text: string) => clientApi.clients.writeComment.mutate({ surveyId, text }), {
    failed: t('clients.commentFailed'),
    form,
    onDone: (comment) => {
      form.reset()
      queries.setQueryData<ClientComment[]>(key, (before = []) => [comment, ...before])
    },
  })
  return (
    <Section title={t('clients.comments')} text={t('client.commentsText')}>
      {mayWrite && (
        <CommentForm form={form} label={t('client.comment')} isPending={write.isPending} onSend={write.run} />
      )}
      <QueryView query={query} skeleton={<Skeletons count={1} height={80} />}>
        {(comments) => <Thread comments={comments} />}
      </QueryView>
    </Section>
  )
}

type Question = MyResults['questions'][number]

/** Groups come from questions to which everybody gave one of a few answers. */
const isSingle = ({ isMultiple, type }: Question) => !isMultiple && type !== 'number'

/** The answers to one question by the answers to another. Nothing while there are no two questions with counts. */
function CompareSection({ results: { id, version, questions } }: { results: MyResults }) {
  const closed = questions.filter(({ type, part, rows }) => type !== 'text' && part === '' && rows.length > 0)
  const [first] = closed.filter(isSingle)
  const second = closed.find((question) => question.id !== first?.id)
  if (!first || !second) return null
  return <Compare surveyId={id} version={version} closed={closed} pair={[second.id, first.id]} />
}

type Props = { surveyId: string; version: number | null; closed: readonly Question[]; pair: [number, number] }

function Compare({ surveyId, version, closed, pair }: Props) {
  const t = useT()
  const [[rows, columns], setPair] = useState(pair)
  const asked = { id: surveyId, rows, columns, ...(version !== null && { version }) }
  const query = useQuery({
    queryKey: ['cross-tab', asked],
    queryFn: () => clientApi.clients.getCrossTab.query(asked),
    placeholderData: keepPreviousData,
  })
  const choices = (other: number, offered: readonly Question[]) =>
    offered
      .filter((question) => question.id !== other)
      .map((question) => ({ value: String(question.id), label: `${question.id}. ${question.question}` }))
  return (
    <Section title={t('results.tab.compare')} text={t('results.compareText')}>
      <div className={classes.pair}>
        <NativeSelect
          label={t('results.rows')}
          value={String(rows)}
          onChange={({ currentTarget }) => setPair([Number(currentTarget.value), columns])}
          data={choices(columns, closed)}
        />
        <NativeSelect
          label={t('results.columns')}
          value={String(columns)}
          onChange={({ currentTarget }) => setPair([rows, Number(currentTarget.value)])}
          data={choices(rows, closed.filter(isSingle))}
        />
      </div>
      <QueryView query={query} skeleton={<Skeletons count={1} height={240} />}>
        {(table) =>
          table.rows.length > 0 ? (
            <CrossTabTable table={table} label={t('results.tab.compare')} />
          ) : (
            <p className={blocks.quiet}>{t('results.hidden')}</p>
          )
        }
      </QueryView>
    </Section>
  )
}

/** Banner tables of the answers that the client pays for. */
function TablesSection({ results: { id, questions } }: { results: MyResults }) {
  const t = useT()
  const banner = useBanner(questions)
  const asked = { id, ...banner.asked }
  const query = useQuery({
    queryKey: ['tables', asked],
    queryFn: () => clientApi.clients.getTables.query(asked),
    placeholderData: keepPreviousData,
  })
  const download = useClientAction(() => clientApi.clients.downloadTables.query(asked), {
    failed: t('client.dataFailed'),
    onDone: (text) =>
      saveFile('chuma-tables.xlsx', new Blob([Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0))])),
  })
  return (
    <TablesPanel
      banner={banner}
      traits={[]}
      query={query}
      isDownloading={download.isPending}
      onDownload={() => download.run(undefined)}
    />
  )
}

/** How accepted answers came in: by day, and by cell of the survey's quotas. Nothing is shown before the first. */
function ProgressSection({ surveyId }: { surveyId: string }) {
  const t = useT()
  const query = useQuery({
    queryKey: ['progress', surveyId],
    queryFn: () => clientApi.clients.getProgress.query({ id: surveyId }),
  })
  if (!query.data) return null
  const { days, cells, quality } = query.data
  return (
    <>
      {quality.completed > 0 && (
        <Section title={t('client.quality')} text={t('client.qualityText')}>
          <Quality quality={quality} />
        </Section>
      )}
      {days.length > 0 && (
        <Section title={t('client.byDay')}>
          <Days days={days} />
        </Section>
      )}
      {cells.length > 0 && (
        <Section title={t('client.byQuota')} text={t('client.byQuotaText')}>
          <Cells cells={cells} />
        </Section>
      )}
    </>
  )
}

const RATES = ['completed', 'accepted', 'others', 'waiting', 'rejected'] as const

function Quality({ quality }: Pick<SurveyProgress, 'quality'>) {
  const t = useT()
  const rate = (count: number) =>
    t('client.qualityOf', { count, percent: Math.round((100 * count) / quality.completed) })
  return (
    <dl className={sheet.facts}>
      {RATES.map((name) => (
        <Fact key={name} label={t(`client.quality.${name}`)}>
          {rate(quality[name])}
        </Fact>
      ))}
      {quality.reasons.map(({ flag, count }) => (
        <Fact key={flag} label={t(`client.reason.${flag}`)}>
          {rate(count)}
        </Fact>
      ))}
    </dl>
  )
}

function Days({ days }: Pick<SurveyProgress, 'days'>) {
  const t = useT()
  const most = Math.max(...days.map(({ accepted }) => accepted))
  return (
    <ul className={blocks.list} aria-label={t('client.byDay')}>
      {days.toReversed().map(({ day, accepted }) => (
        <li key={day} className={list.row}>
          <div className={list.head}>
            <span>{formatBusinessDay(day)}</span>
            <strong>{accepted}</strong>
          </div>
          <progress
            className={progressSectionClasses.meter}
            aria-label={formatBusinessDay(day)}
            max={most}
            value={accepted}
          />
        </li>
      ))}
    </ul>
  )
}

function Cells({ cells }: Pick<SurveyProgress, 'cells'>) {
  const t = useT()
  return (
    <ul className={blocks.list} aria-label={t('client.byQuota')}>
      {cells.map(({ id, groups, target, accepted }) => (
        <li key={id} className={list.row}>
          <div className={list.head}>
            <span>{groups.join(', ')}</span>
            <strong>
              {accepted === null ? t('client.fewOf', { target }) : t('client.of', { accepted, target })}
            </strong>
          </div>
          {accepted !== null && target > 0 && (
            <progress
              className={progressSectionClasses.meter}
              aria-label={groups.join(', ')}
              max={target}
              value={Math.min(accepted, target)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

/** The price that was quoted for a survey. */
function QuoteSection({ surveyId }: { surveyId: string }) {
  const t = useT()
  const query = useQuery({
    queryKey: ['quotes', surveyId],
    queryFn: () => clientApi.clients.listQuotes.query({ id: surveyId }),
  })
  const { ask, subject, isOpen, close } = useAsked<MyQuote>()
  const accept = useAcceptQuote(surveyId, close)
  const quotes = query.data ?? []
  const shown = quotes.find(({ state }) => state === 'accepted') ?? quotes[0]
  // Where a price was agreed without them, quotes say nothing any more.
  if (!shown || shown.state === 'outdated') return null
  const { priceCents, completes, totalCents, state, expiresAt, acceptedBy, acceptedAt, earlierCompletes } =
    shown
  return (
    <Section title={t('client.quote')} text={t('client.quoteText')}>
      <StatGrid label={t('client.quote')} isStacked>
        <StatCard label={t('client.priceLabel')}>{formatKesCents(priceCents)}</StatCard>
        <StatCard label={t('client.quoteCompletes')}>{completes}</StatCard>
        <StatCard label={t('client.quoteTotal')}>{formatKesCents(totalCents)}</StatCard>
      </StatGrid>
      <p className={blocks.flush}>
        {state === 'accepted' && acceptedAt !== null
          ? t('client.quoteAccepted', { name: acceptedBy ?? '', at: formatDateTime(acceptedAt) })
          : t(`client.quoteState.${state === 'accepted' ? 'open' : state}`, {
              at: formatDateTime(expiresAt),
            })}
      </p>
      {earlierCompletes > 0 && (state === 'open' || state === 'accepted') && (
        <p className={blocks.flush}>
          {t(state === 'open' ? 'client.earlierAnswers' : 'client.earlierWait', {
            count: earlierCompletes,
            total: formatKesCents(priceCents * earlierCompletes),
          })}
        </p>
      )}
      {state === 'open' && <Button onClick={() => ask(shown)}>{t('client.acceptQuote')}</Button>}
      {subject && (
        <ConfirmDialog
          opened={isOpen}
          title={t('client.acceptQuoteTitle')}
          text={t('client.acceptQuoteText', {
            price: formatKesCents(subject.priceCents),
            total: formatKesCents(subject.totalCents),
          })}
          action={t('client.acceptQuote')}
          isPending={accept.isPending}
          onConfirm={() => accept.run(subject.version)}
          onClose={close}
        />
      )}
    </Section>
  )
}

function useAcceptQuote(surveyId: string, close: () => void) {
  const t = useT()
  const queries = useQueryClient()
  const key = ['quotes', surveyId]
  return useClientAction((version: number) => clientApi.clients.acceptQuote.mutate({ surveyId, version }), {
    failed: t('client.quoteFailed'),
    onDone: (quotes) => queries.setQueryData<MyQuote[]>(key, quotes),
    refresh: () => queries.invalidateQueries({ queryKey: ['survey', surveyId] }),
    // A newer one may have been made since the page read it.
    onFailed: () => {
      void queries.invalidateQueries({ queryKey: key })
    },
    onEnd: close,
  })
}
