import type { SurveyResults } from '@chuma/contract/surveys/results'
import { NativeSelect, TextInput } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Section } from '../../ui/page/section.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { CategoryList } from './coding/category-list.tsx'
import { CodingPanel } from './coding/coding-panel.tsx'
import { useCodeFrame } from './coding/use-code-frame.ts'
import classes from './results.module.css'
import { type ResultsView, toFilter } from './results-view.ts'

type Props = { results: SurveyResults; view: ResultsView }
const MOST = 200

/** What people wrote, with a search, and the categories that it is sorted into. */
export function WordsPanel({ results, view }: Props) {
  const t = useT()
  const open = results.questions.filter(({ type, base }) => type === 'text' && base !== 0)
  const [first] = open
  const [chosen, setChosen] = useState(first?.id)
  const [typed, setTyped] = useState('')
  const [category, setCategory] = useState<number>()
  const search = useDeferredValue(typed.trim())
  const query = trpc.admin.listSurveyAnswers.useQuery(
    {
      ...toFilter(results.id, view),
      questionId: chosen ?? 0,
      limit: MOST,
      ...(search && { search }),
      ...(category !== undefined && { category }),
    },
    { enabled: chosen !== undefined, placeholderData: keepPreviousData },
  )
  const actions = useCodeFrame({
    id: results.id,
    questionId: chosen ?? 0,
    ...(results.version !== null && { version: results.version }),
  })
  if (chosen === undefined) {
    return <EmptyState icon={<IconMessages />} title={t('results.noWords')} text={t('results.noWordsText')} />
  }
  return (
    <QueryView query={actions.frame} skeleton={<Skeletons count={2} height={180} />}>
      {(frame) => (
        <>
          <Section title={t('results.tab.words')} text={t('results.wordsText')}>
            <div className={classes.pair}>
              <NativeSelect
                label={t('results.question')}
                value={String(chosen)}
                onChange={({ currentTarget }) => {
                  setChosen(Number(currentTarget.value))
                  setCategory(undefined)
                }}
                data={open.map(({ id, question }) => ({ value: String(id), label: `${id}. ${question}` }))}
              />
              <TextInput
                type="search"
                label={t('results.search')}
                value={typed}
                maxLength={100}
                onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              />
            </div>
            <QueryView query={query} skeleton={<Skeletons count={4} height={64} />}>
              {(answers) => (
                <>
                  <CodingPanel
                    frame={frame}
                    answers={answers}
                    category={category}
                    onCategory={setCategory}
                    actions={actions}
                  />
                  {answers.length === 0 && (
                    <EmptyState
                      icon={<IconMessages />}
                      title={t('results.noMatch')}
                      text={t('results.noMatchText')}
                    />
                  )}
                  {answers.length === MOST && (
                    <p className={classes.more}>{t('results.moreWords', { count: MOST })}</p>
                  )}
                </>
              )}
            </QueryView>
          </Section>
          <CategoryList frame={frame} actions={actions} />
        </>
      )}
    </QueryView>
  )
}
