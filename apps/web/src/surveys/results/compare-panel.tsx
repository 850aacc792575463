import type { CrossTab, QuestionResult, SurveyResults } from '@chuma/contract/surveys/results'
import { NativeSelect } from '@mantine/core'
import { IconTable } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { Section } from '../../ui/page/section.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import classes from './results.module.css'
import { type ResultsView, toFilter } from './results-view.ts'
import { useAnswerWords } from './use-answer-words.ts'

const percent = new Intl.NumberFormat('en-KE', { style: 'percent', maximumFractionDigits: 0 })

type Props = { results: SurveyResults; view: ResultsView }

/** The answers to one question by the answers to another. */
export function ComparePanel({ results, view }: Props) {
  const t = useT()
  const closed = results.questions.filter(({ type, part }) => type !== 'text' && part === '')
  const [first] = closed.filter(isSingle)
  const second = closed.find(({ id }) => id !== first?.id)
  if (!first || !second) {
    return <EmptyState icon={<IconTable />} title={t('results.noPair')} text={t('results.noPairText')} />
  }
  return <Compare closed={closed} pair={[second.id, first.id]} surveyId={results.id} view={view} />
}

/** Groups come from questions to which everybody gave one of a few answers. */
const isSingle = ({ isMultiple, type }: QuestionResult) => !isMultiple && type !== 'number'

type Pair = { closed: readonly QuestionResult[]; pair: [number, number]; surveyId: string; view: ResultsView }

function Compare({ closed, pair, surveyId, view }: Pair) {
  const t = useT()
  const [[rows, columns], setPair] = useState(pair)
  const query = trpc.admin.getSurveyCrossTab.useQuery(
    { ...toFilter(surveyId, view), rows, columns },
    { placeholderData: keepPreviousData },
  )
  const choices = (other: number, offered: readonly QuestionResult[] = closed) =>
    offered
      .filter(({ id }) => id !== other)
      .map(({ id, question }) => ({ value: String(id), label: `${id}. ${question}` }))
  return (
    <Section title={t('results.tab.compare')} text={t('results.compareText')}>
      <div className={classes.pair}>
        <NativeSelect
          label={t('results.rows')}
          value={String(rows)}
          onChange={({ currentTarget }) => setPair([Number(currentTarget.value), columns])}
          data={choices(columns)}
        />
        <NativeSelect
          label={t('results.columns')}
          value={String(columns)}
          onChange={({ currentTarget }) => setPair([rows, Number(currentTarget.value)])}
          data={choices(rows, closed.filter(isSingle))}
        />
      </div>
      <QueryView query={query} skeleton={<Skeletons count={1} height={240} />}>
        {(table) => <Table table={table} label={t('results.tab.compare')} />}
      </QueryView>
    </Section>
  )
}

function Table({ table: { columns, rows }, label }: { table: CrossTab; label: string }) {
  const t = useT()
  const wordOf = useAnswerWords()
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <section className={classes.scroll} aria-label={label} tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('results.answer')}</th>
              {columns.map(({ letter, answer, label: words, base, isSmallBase }) => (
                <th key={letter} scope="col">
                  <span className={classes.letter}>{letter}</span> {wordOf({ answer, label: words })}
                  <small>
                    {base === null
                      ? t('results.few')
                      : t(isSmallBase ? 'results.smallColumn' : 'results.people', { count: base })}
                  </small>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ answer, label: words, cells }) => (
              <tr key={answer}>
                <th scope="row">{wordOf({ answer, label: words })}</th>
                {cells.map(({ share, count, letters }, at) => (
                  <td key={columns[at]?.letter}>
                    {share === null ? (count === 0 ? '–' : t('results.few')) : percent.format(share)}{' '}
                    {letters && <span className={classes.letter}>{letters}</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className={blocks.quiet}>{t('results.lettersText')}</p>
    </>
  )
}
