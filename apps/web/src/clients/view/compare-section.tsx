import type { MyResults } from '@chuma/contract/clients/client-surveys'
import { NativeSelect } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { CrossTabTable } from '../../surveys/results/cross-tab-table.tsx'
import classes from '../../surveys/results/results.module.css'
import blocks from '../../ui/blocks.module.css'
import { Section } from '../../ui/page/section.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { clientApi } from '../client-api.ts'

type Question = MyResults['questions'][number]

/** Groups come from questions to which everybody gave one of a few answers. */
const isSingle = ({ isMultiple, type }: Question) => !isMultiple && type !== 'number'

/** The answers to one question by the answers to another. Nothing while there are no two questions with counts. */
export function CompareSection({ results: { id, version, questions } }: { results: MyResults }) {
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
