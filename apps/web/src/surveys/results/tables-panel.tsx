import { TRAITS, type TraitKey } from '@chuma/contract/surveys/eligibility/explain-rule'
import type { QuestionResult, SurveyTable, SurveyTables } from '@chuma/contract/surveys/results'
import { MAX_BREAKS } from '@chuma/contract/surveys/results'
import { Button, NativeSelect } from '@mantine/core'
import { IconDownload, IconX } from '@tabler/icons-react'
import { type ComponentProps, useState } from 'react'
import { useLanguage, useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { Section } from '../../ui/page/section.tsx'
import { QueryView, Skeletons } from '../../ui/states/states.tsx'
import classes from './results.module.css'
import { useAnswerWords } from './results-figures.tsx'

type Asked = Pick<QuestionResult, 'id' | 'part' | 'question' | 'type' | 'isMultiple' | 'rows'>

/** Groups come from questions to which everybody gave one of a few answers. */
const makesGroups = ({ part, type, isMultiple }: Asked) => part === '' && !isMultiple && type !== 'number'

/** What a banner has: its breaks, and of which question there are tables. */
export function useBanner(questions: readonly Asked[]) {
  const closed = questions.filter(({ rows }) => rows.length > 0)
  // None at first: a question as the first break would be set against itself in the first table.
  const [breaks, setBreaks] = useState<readonly string[]>([])
  const [question, setQuestion] = useState('')
  const asked = {
    ...(breaks.length > 0 && { breaks: breaks.join(',') }),
    ...(question && { questions: question }),
  }
  return { closed, breaks, setBreaks, question, setQuestion, asked }
}

type Props = {
  banner: ReturnType<typeof useBanner>
  traits: readonly TraitKey[]
  query: ComponentProps<typeof QueryView<SurveyTables>>['query']
  isDownloading: boolean
  onDownload: () => void
}

/** All questions in columns side by side: everyone, and the groups of each break. */
export function TablesPanel({ banner, traits, query, isDownloading, onDownload }: Props) {
  const t = useT()
  return (
    <>
      <Section title={t('results.tab.tables')} text={t('tables.text')}>
        <BannerFields banner={banner} traits={traits} />
        <Button
          variant="default"
          className={classes.toReport ?? ''}
          leftSection={<IconDownload aria-hidden size={20} />}
          loading={isDownloading}
          onClick={onDownload}
        >
          {t('tables.download')}
        </Button>
        <p className={blocks.quiet}>{t('tables.lettersText')}</p>
      </Section>
      <QueryView query={query} skeleton={<Skeletons count={2} height={240} />}>
        {(found) => (
          <>
            {found.isWeighted && <p className={blocks.quiet}>{t('surveyReport.weighted')}</p>}
            {found.tables.map((table) => (
              <TableSection
                key={`${table.id} ${table.part} ${table.columns === null}`}
                table={table}
                found={found}
              />
            ))}
          </>
        )}
      </QueryView>
    </>
  )
}

function BannerFields({ banner, traits }: Pick<Props, 'banner' | 'traits'>) {
  const t = useT()
  const language = useLanguage()
  const { closed, breaks, setBreaks, question, setQuestion } = banner
  const offered = [
    ...closed
      .filter(makesGroups)
      .map(({ id, question: words }) => ({ value: String(id), label: `${id}. ${words}` })),
    ...traits.map((trait) => ({ value: trait, label: TRAITS[trait].name[language] })),
  ]
  const asked = new Map(
    closed.map(({ id, question: words, part }) => [
      id,
      part === '' ? words : (closed.find((each) => each.id === id)?.question ?? words),
    ]),
  )
  return (
    <>
      <div className={classes.pair}>
        <NativeSelect
          label={t('tables.addBreak')}
          value=""
          disabled={breaks.length >= MAX_BREAKS}
          onChange={({ currentTarget: { value } }) => setBreaks([...breaks, value])}
          data={[
            { value: '', label: t('tables.choose') },
            ...offered.filter(({ value }) => !breaks.includes(value)),
          ]}
        />
        <NativeSelect
          label={t('results.question')}
          value={question}
          onChange={({ currentTarget: { value } }) => setQuestion(value)}
          data={[
            { value: '', label: t('tables.allQuestions') },
            ...[...asked].map(([id, words]) => ({ value: String(id), label: `${id}. ${words}` })),
          ]}
        />
      </div>
      {breaks.length > 0 && (
        <ul className={classes.files} aria-label={t('tables.breaks')}>
          {breaks.map((key) => {
            const label = offered.find(({ value }) => value === key)?.label ?? key
            return (
              <li key={key}>
                <Button
                  variant="light"
                  rightSection={<IconX aria-hidden size={16} />}
                  aria-label={t('tables.removeBreak', { name: label })}
                  onClick={() => setBreaks(breaks.filter((each) => each !== key))}
                >
                  {label}
                </Button>
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}

const percent = new Intl.NumberFormat('en-KE', { style: 'percent', maximumFractionDigits: 0 })
const whole = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 0 })
const decimal = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 2, minimumFractionDigits: 2 })
const sayNumber = (format: Intl.NumberFormat, value: number | null | undefined) =>
  value === null || value === undefined ? '–' : format.format(value)

type TableProps = { table: SurveyTable; found: SurveyTables }

function TableSection({ table, found }: TableProps) {
  const t = useT()
  const { id, question, part, isMultiple, columns } = table
  const name = `${id}. ${question}${part === 'coded' ? ` · ${t('coding.title')}` : ''}`
  const title = columns ? t('tables.compared', { question: name }) : name
  return (
    <div className={classes.lazy}>
      <Section title={title} {...(isMultiple && { text: t('results.multiple') })}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
        <section className={classes.scroll} aria-label={title} tabIndex={0}>
          <table className={`${classes.table} ${classes.banner}`}>
            <BannerHead table={table} found={found} />
            <BannerBody table={table} isWeighted={found.isWeighted} />
          </table>
        </section>
      </Section>
    </div>
  )
}

function BannerHead({ table, found: { breaks, columns: own } }: TableProps) {
  const t = useT()
  const language = useLanguage()
  const wordOf = useAnswerWords()
  const columns = table.columns ?? own
  const traitOf = (of: number | null) => {
    const key = of === null ? undefined : breaks[of]?.key
    return key && Object.hasOwn(TRAITS, key) ? TRAITS[key as TraitKey] : undefined
  }
  const labelOf = ({ answer, label, break: of }: (typeof own)[number]) =>
    of === null && !table.columns
      ? t('tables.total')
      : (traitOf(of)?.options.find(({ code }) => code === answer)?.words[language] ??
        wordOf({ answer, label }))
  return (
    <thead>
      {!table.columns && breaks.length > 0 && (
        <tr>
          <td />
          <td />
          {breaks.map(({ key, label }, at) => (
            <th key={key} scope="colgroup" colSpan={own.filter(({ break: of }) => of === at).length}>
              {traitOf(at)?.name[language] ?? label}
            </th>
          ))}
        </tr>
      )}
      <tr>
        <th scope="col">{t('results.answer')}</th>
        {columns.map((column) => (
          <th key={`${column.break} ${column.answer}`} scope="col">
            {column.letter && <span className={classes.letter}>{column.letter} </span>}
            {labelOf(column)}
          </th>
        ))}
      </tr>
    </thead>
  )
}

function BannerBody({
  table: { bases, rows, means, promoters },
  isWeighted,
}: {
  table: SurveyTable
  isWeighted: boolean
}) {
  const t = useT()
  const wordOf = useAnswerWords()
  const figures: [string, readonly string[]][] = [
    [
      t('tables.base'),
      bases.map(({ people, isSmall }) => `${sayNumber(whole, people)}${isSmall ? ' *' : ''}`),
    ],
    ...(isWeighted
      ? ([
          [t('tables.weighted'), bases.map(({ weighted }) => sayNumber(whole, weighted))],
          [t('tables.effective'), bases.map(({ effective }) => sayNumber(whole, effective))],
        ] satisfies [string, string[]][])
      : []),
  ]
  const more: [string, readonly string[]][] = [
    ...(means.length > 0
      ? ([
          [t('tables.mean'), means.map((each) => sayNumber(decimal, each?.mean))],
          [t('tables.deviation'), means.map((each) => sayNumber(decimal, each?.deviation))],
        ] satisfies [string, string[]][])
      : []),
    ...(promoters.length > 0
      ? ([[t('tables.promoters'), promoters.map((each) => sayNumber(whole, each))]] satisfies [
          string,
          string[],
        ][])
      : []),
  ]
  return (
    <tbody>
      {figures.map(([name, values]) => (
        <FigureRow key={name} name={name} values={values} />
      ))}
      {rows.map(({ kind, answer, label, cells }) => (
        <tr key={`${kind} ${answer}`} data-net={kind !== 'answer' || undefined}>
          <th scope="row">
            {kind === 'answer' ? wordOf({ answer, label }) : t(`tables.${kind}`, { answers: answer })}
          </th>
          {cells.map(({ share, letters }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name, and keep their places
            <td key={at}>
              {sayNumber(percent, share)} {letters && <span className={classes.letter}>{letters}</span>}
            </td>
          ))}
        </tr>
      ))}
      {more.map(([name, values]) => (
        <FigureRow key={name} name={name} values={values} />
      ))}
    </tbody>
  )
}

function FigureRow({ name, values }: { name: string; values: readonly string[] }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {values.map((value, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name, and keep their places
        <td key={at}>{value}</td>
      ))}
    </tr>
  )
}
