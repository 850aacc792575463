import type { QuestionResult, SurveyResults } from '@chuma/contract/surveys/results'
import { TRAITS, type TraitKey } from '@chuma/contract/surveys/traits'
import { NativeSelect } from '@mantine/core'
import { IconTable } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Section } from '../../ui/page/section.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { CrossTabTable } from './cross-tab-table.tsx'
import classes from './results.module.css'
import { type ResultsView, toFilter } from './results-view.ts'

type Props = { results: SurveyResults; view: ResultsView; isRaw: boolean }

/** The answers to one question by the answers to another, or by what people had told about themselves. */
export function ComparePanel({ results, view, isRaw }: Props) {
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
