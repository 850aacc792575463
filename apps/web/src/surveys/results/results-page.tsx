import { TRAITS, type TraitKey } from '@chuma/contract/surveys/eligibility/explain-rule'
import type { QuestionResult, SurveyResults } from '@chuma/contract/surveys/results'
import { Button, Group, NativeSelect, Tabs } from '@mantine/core'
import { IconChartBar, IconClipboardOff, IconFileText, IconTable } from '@tabler/icons-react'
import { keepPreviousData, useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { TRPCClientError } from '@trpc/client'
import { useState } from 'react'
import { authorizationFor } from '../../auth/session.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { useLanguage, useT } from '../../i18n/use-t.ts'
import { answerOf, isApiError, trpc } from '../../trpc.ts'
import { saveFile } from '../../ui/actions/download-button.tsx'
import blocks from '../../ui/blocks.module.css'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import tabs from '../../ui/frame/admin-tabs.module.css'
import { useShowActiveTab } from '../../ui/page/page.tsx'
import { Section } from '../../ui/page/section.tsx'
import { EmptyState, MessageState, QueryView, Skeletons } from '../../ui/states/states.tsx'
import { SurveyFrame } from '../studio/survey-frame.tsx'
import { EXPORT_KINDS, ExportMenu } from './export-menu.tsx'
import classes from './results.module.css'
import { AnswerBars, CountedAt, CrossTabTable, ResultsFigures } from './results-figures.tsx'
import { RESULTS_TABS, type ResultsView, sayMean, toFilter, toWeighedFilter } from './results-view.ts'
import { TablesPanel, useBanner } from './tables-panel.tsx'
import { ResultsFilter, WeightsPanel } from './weights-panel.tsx'
import { WordsPanel } from './words-panel.tsx'

type Props = { surveyId: string; view: ResultsView }

/** What members answered to one survey. */
export function ResultsPage({ surveyId, view }: Props) {
  const t = useT()
  const mayRead = trpc.admin.getStaffMember.useQuery(undefined, { enabled: false }).data !== undefined
  const query = trpc.admin.getSurveyResults.useQuery(toWeighedFilter(surveyId, view), {
    enabled: mayRead,
    placeholderData: keepPreviousData,
  })
  const failure = isApiError(query.error) ? query.error.data?.appCode : undefined
  return (
    <SurveyFrame surveyId={surveyId}>
      {({ permissions }) =>
        failure === 'RESULTS_ELSEWHERE' ? (
          <MessageState
            icon={<IconClipboardOff />}
            title={t('results.noneTitle')}
            text={t('results.elsewhereText')}
          />
        ) : (
          <QueryView query={query} skeleton={<Skeletons count={3} height={180} />}>
            {(results) => (
              <Results results={results} view={view} isRaw={permissions.includes('results:raw')} />
            )}
          </QueryView>
        )
      }
    </SurveyFrame>
  )
}

const withoutTab = ({ tab: _, ...view }: ResultsView): ResultsView => view

type Found = { results: SurveyResults; view: ResultsView; isRaw: boolean }

function Results({ results, view, isRaw }: Found) {
  const t = useT()
  const navigate = useNavigate()
  const tab = view.tab ?? 'answers'
  const row = useShowActiveTab(tab)
  const show = (next: ResultsView) =>
    void navigate({
      to: '/admin/surveys/$surveyId/results',
      params: { surveyId: results.id },
      search: next,
      resetScroll: false,
    })
  const shown = RESULTS_TABS.filter((name) => name !== 'words' || isRaw)
  return (
    <>
      <ResultsFigures results={results} />
      {!isRaw && <CountedAt countedAt={results.countedAt} />}
      <ResultsFilter
        view={view}
        versions={results.versions}
        questions={results.questions}
        groups={results.groups}
        isRaw={isRaw}
        onChoose={show}
      />
      <Group gap="sm">
        <Button
          leftSection={<IconFileText aria-hidden size={20} />}
          renderRoot={(props) => (
            <Link
              {...props}
              to="/admin/surveys/$surveyId/report"
              params={{ surveyId: results.id }}
              search={withoutTab(view)}
            />
          )}
        >
          {t('surveyReport.open')}
        </Button>
        <ExportResults surveyId={results.id} view={view} isRaw={isRaw} />
        {(isRaw || !view.profile) && <WeightsPanel results={results} view={view} onChoose={show} />}
      </Group>
      <Tabs
        value={tab}
        onChange={(next) => {
          const open = RESULTS_TABS.find((name) => name === next)
          if (open) show({ ...view, tab: open })
        }}
        activateTabWithKeyboard={false}
        keepMounted={false}
        classNames={{ list: tabs.list ?? '', tab: tabs.tab ?? '', panel: blocks.sections ?? '' }}
      >
        <Tabs.List aria-label={t('results.title')} ref={row}>
          {shown.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`results.tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="answers">
          <AnswersPanel results={results} view={view} />
        </Tabs.Panel>
        <Tabs.Panel value="compare">
          <ComparePanel results={results} view={view} isRaw={isRaw} />
        </Tabs.Panel>
        <Tabs.Panel value="tables">
          <BannerPanel results={results} view={view} isRaw={isRaw} />
        </Tabs.Panel>
        {isRaw && (
          <Tabs.Panel value="words">
            <WordsPanel results={results} view={view} />
          </Tabs.Panel>
        )}
      </Tabs>
    </>
  )
}

type ExportResultsProps = { surveyId: string; view: ResultsView; isRaw: boolean }

/** Files name one another: Triple-S has its data in the same folder. */
const FILES = {
  workbook: { path: 'results.xlsx', name: 'chuma-results.xlsx', isRaw: true },
  spss: { path: 'results.sav', name: 'chuma-results.sav', isRaw: true },
  answers: { path: 'results.csv', name: 'chuma-answers.csv', isRaw: true },
  words: { path: 'results.csv', name: 'chuma-answers-in-words.csv', isRaw: true, cells: 'words' },
  codebook: { path: 'codebook.csv', name: 'chuma-codebook.csv', isRaw: false },
  tripleSData: { path: 'triple-s.csv', name: 'chuma-triple-s.csv', isRaw: true },
  tripleS: { path: 'triple-s.xml', name: 'chuma-triple-s.xml', isRaw: false },
  json: { path: 'respondents.json', name: 'chuma-respondents.json', isRaw: true },
} as const
type FileKind = keyof typeof FILES

/** Downloads the answers that the filter leaves, weighed as the page is, and what their codes mean. */
function ExportResults({ surveyId, view, isRaw }: ExportResultsProps) {
  const t = useT()
  const download = useMutation({
    // Where an ended session is looked for.
    mutationKey: [['admin', 'exportSurveyResults']],
    mutationFn: async (kind: FileKind) => ({ kind, file: await load(kind, { surveyId, view }) }),
    onSuccess: ({ kind, file }) => saveFile(FILES[kind].name, file),
    onError: (error) => sayFailure(t, error),
  })
  return (
    <ExportMenu
      kinds={EXPORT_KINDS.filter((kind) => isRaw || kind === 'codebook')}
      isLoading={download.isPending}
      onChoose={download.mutate}
    />
  )
}

function sayFailure(t: Translate, error: Error): void {
  // An ended session is handled once for every call, in `ApiProvider`.
  if (answerOf(error)?.status === 401) return
  showToast({ kind: 'error', title: t('results.downloadFailed'), message: t('state.failedText') })
}

async function load(kind: FileKind, { surveyId, view }: Omit<ExportResultsProps, 'isRaw'>): Promise<Blob> {
  const { path, name: _, isRaw, ...more } = FILES[kind]
  const { id, ...filter } = toFilter(surveyId, view)
  const { version, weights } = view
  const asked = { ...(version !== undefined && { version }), ...(weights && { weights }) }
  const query = isRaw ? { ...filter, ...asked, ...more } : asked
  return loadFile('admin.exportSurveyResults', { id, path, query })
}

type Wanted = { id: string; path: string; query: object }

/** Over REST, which sends a long file as it is written. */
async function loadFile(
  call: Parameters<typeof authorizationFor>[0],
  { id, path, query }: Wanted,
): Promise<Blob> {
  const { id: _, ...fields } = { id, ...query }
  const search = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))
  const response = await fetch(`/api/admin/surveys/${id}/${path}?${search}`, {
    headers: authorizationFor(call),
  })
  if (!response.ok) throw TRPCClientError.from(new Error('The download failed'), { meta: { response } })
  return response.blob()
}

type AnswersPanelProps = { results: SurveyResults; view: ResultsView }

/** Each question with the shares of its answers. */
function AnswersPanel({ results, view }: AnswersPanelProps) {
  const t = useT()
  const { base, questions } = results
  if (base === 0) {
    return <EmptyState icon={<IconChartBar />} title={t('results.nobody')} text={t('results.nobodyText')} />
  }
  const isHidden = questions.some(({ rows }) => rows.some(({ count }) => count === null))
  return (
    <>
      <p className={blocks.quiet}>{t('results.chanceText')}</p>
      {isHidden && <p className={blocks.quiet}>{t('results.hidden')}</p>}
      {questions.map((question) => (
        <Question
          key={`${question.id} ${question.part}`}
          question={question}
          surveyId={results.id}
          isWeighted={results.effectiveBase !== null}
          view={view}
        />
      ))}
    </>
  )
}

type QuestionProps = { question: QuestionResult; surveyId: string; isWeighted: boolean; view: ResultsView }

function Question({ question: asked, surveyId, isWeighted, view }: QuestionProps) {
  const t = useT()
  const { id, question, type, isMultiple, base, isSmallBase, rows, mean } = asked
  const count =
    base === null ? t('results.few') : t(isSmallBase ? 'results.smallBase' : 'results.base', { count: base })
  const note = isMultiple ? `${count} · ${t('results.multiple')}` : count
  return (
    <Section title={`${id}. ${question}`} text={note}>
      {rows.length > 0 && <AnswerBars question={asked} isWeighted={isWeighted} />}
      {mean && <p className={blocks.flush}>{sayMean(t, mean)}</p>}
      {type === 'text' && base !== 0 && (
        <Button
          variant="default"
          className={classes.toWords ?? ''}
          renderRoot={(props) => (
            <Link
              {...props}
              to="/admin/surveys/$surveyId/results"
              params={{ surveyId }}
              search={{ ...view, tab: 'words' as const }}
            />
          )}
        >
          {t('results.readWords')}
        </Button>
      )}
    </Section>
  )
}

/** Banner tables. Without single answers they go with no filter: two that differ by few people tell what these answered. */
function BannerPanel({ results, view, isRaw }: ComparePanelProps) {
  const t = useT()
  const { tab: _, version, ...filter } = view
  const isAlone = Object.keys(filter).length === 0 && (version === undefined || results.versions.length < 2)
  return isRaw || isAlone ? (
    <Banner results={results} view={view} />
  ) : (
    <EmptyState icon={<IconTable />} title={t('results.noPair')} text={t('tables.aloneText')} />
  )
}

function Banner({ results, view }: Omit<ComparePanelProps, 'isRaw'>) {
  const t = useT()
  const banner = useBanner(results.questions)
  const asked = { ...toWeighedFilter(results.id, view), ...banner.asked }
  const query = trpc.admin.getSurveyTables.useQuery(asked, { placeholderData: keepPreviousData })
  const download = useMutation({
    mutationKey: [['admin', 'exportSurveyTables']],
    mutationFn: () =>
      loadFile('admin.exportSurveyTables', { id: asked.id, path: 'tables.xlsx', query: asked }),
    onSuccess: (file) => saveFile('chuma-tables.xlsx', file),
    onError: (error) => sayFailure(t, error),
  })
  return (
    <TablesPanel
      banner={banner}
      traits={results.groups.map(({ trait }) => trait)}
      query={query}
      isDownloading={download.isPending}
      onDownload={() => download.mutate()}
    />
  )
}

type ComparePanelProps = { results: SurveyResults; view: ResultsView; isRaw: boolean }

/** The answers to one question by the answers to another, or by what people had told about themselves. */
function ComparePanel({ results, view, isRaw }: ComparePanelProps) {
  const t = useT()
  const closed = results.questions.filter(({ type, part }) => type !== 'text' && part === '')
  const [first] = closed.filter(isSingle)
  const second = closed.find(({ id }) => id !== first?.id)
  if (!isRaw && view.profile) {
    return <EmptyState icon={<IconTable />} title={t('results.noPair')} text={t('results.groupAloneText')} />
  }
  if (!first || !second) {
    return <EmptyState icon={<IconTable />} title={t('results.noPair')} text={t('results.noPairText')} />
  }
  // Without single answers, groups by profile go with no other filter.
  const isFiltered = [view.from, view.to, view.who, view.quality].some((each) => each !== undefined)
  const groups = isRaw || !isFiltered ? results.groups : []
  return (
    <Compare
      closed={closed}
      traits={groups.map(({ trait }) => trait)}
      pair={[second.id, String(first.id)]}
      surveyId={results.id}
      view={view}
    />
  )
}

/** Groups come from questions to which everybody gave one of a few answers. */
const isSingle = ({ isMultiple, type }: QuestionResult) => !isMultiple && type !== 'number'

type Pair = {
  closed: readonly QuestionResult[]
  traits: readonly TraitKey[]
  /** The number of a question; what makes groups, a question or an attribute. */
  pair: [number, string]
  surveyId: string
  view: ResultsView
}

function Compare({ closed, traits, pair, surveyId, view }: Pair) {
  const t = useT()
  const language = useLanguage()
  const [[rows, groups], setPair] = useState(pair)
  const trait = traits.find((each) => each === groups)
  const columns = trait ?? (Number(groups) || Number(pair[1]))
  const query = trpc.admin.getSurveyCrossTab.useQuery(
    { ...toFilter(surveyId, view), rows, columns },
    { placeholderData: keepPreviousData },
  )
  const choices = (other: string, offered: readonly QuestionResult[] = closed) =>
    offered
      .filter(({ id }) => String(id) !== other)
      .map(({ id, question }) => ({ value: String(id), label: `${id}. ${question}` }))
  return (
    <Section title={t('results.tab.compare')} text={t('results.compareText')}>
      <div className={classes.pair}>
        <NativeSelect
          label={t('results.rows')}
          value={String(rows)}
          onChange={({ currentTarget }) => setPair([Number(currentTarget.value), groups])}
          data={choices(groups)}
        />
        <NativeSelect
          label={t('results.columns')}
          value={groups}
          onChange={({ currentTarget }) => setPair([rows, currentTarget.value])}
          data={[
            ...choices(String(rows), closed.filter(isSingle)),
            ...traits.map((each) => ({ value: each, label: TRAITS[each].name[language] })),
          ]}
        />
      </div>
      <QueryView query={query} skeleton={<Skeletons count={1} height={240} />}>
        {(table) => <CrossTabTable table={table} label={t('results.tab.compare')} />}
      </QueryView>
    </Section>
  )
}
