import type { SurveyResults } from '@chuma/contract/surveys/results'
import { Button, Tabs } from '@mantine/core'
import { IconClipboardOff, IconFileText } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { AdminFrame } from '../../admin/frame/admin-frame.tsx'
import tabs from '../../admin/frame/admin-tabs.module.css'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { BackLink } from '../../ui/page/back-link.tsx'
import { useShowActiveTab } from '../../ui/page/use-show-active-tab.ts'
import { MessageState } from '../../ui/states/error-state.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { AnswersPanel } from './answers-panel.tsx'
import { ComparePanel } from './compare-panel.tsx'
import { ExportResults } from './export-results.tsx'
import classes from './results.module.css'
import { CountedAt, ResultsFigures } from './results-figures.tsx'
import { ResultsFilter } from './results-filter.tsx'
import { RESULTS_TABS, type ResultsView, toWeighedFilter } from './results-view.ts'
import { WeightsPanel } from './weights-panel.tsx'
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
    <AdminFrame title={query.data?.title ?? t('results.title')} needs="results:read">
      {({ permissions }) => (
        <>
          <BackLink to="/admin/surveys">{t('results.back')}</BackLink>
          {failure === 'SURVEY_NOT_FOUND' || failure === 'RESULTS_ELSEWHERE' ? (
            <MessageState
              icon={<IconClipboardOff />}
              title={t('results.noneTitle')}
              text={t(failure === 'SURVEY_NOT_FOUND' ? 'results.goneText' : 'results.elsewhereText')}
            />
          ) : (
            <QueryView query={query} skeleton={<Skeletons count={3} height={180} />}>
              {(results) => (
                <Results results={results} view={view} isRaw={permissions.includes('results:raw')} />
              )}
            </QueryView>
          )}
        </>
      )}
    </AdminFrame>
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
      <Button
        className={classes.toReport ?? ''}
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
          {(isRaw || !view.profile) && <WeightsPanel results={results} view={view} onChoose={show} />}
        </Tabs.Panel>
        <Tabs.Panel value="compare">
          <ComparePanel results={results} view={view} isRaw={isRaw} />
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
