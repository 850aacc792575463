import type { QuestionResult, SurveyResults } from '@chuma/contract/surveys/results'
import { Button, NativeSelect } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { DayField } from '../../ui/forms/day-field.tsx'
import { GroupSelect } from './group-select.tsx'
import classes from './results.module.css'
import type { ResultsView } from './results-view.ts'
import { WhoSelect } from './who-select.tsx'

type Props = {
  view: ResultsView
  versions: readonly number[]
  questions: readonly QuestionResult[]
  groups: SurveyResults['groups']
  /** Who may see counts only chooses one group and nothing with it. */
  isRaw: boolean
  onChoose: (view: ResultsView) => void
}

/** Whose answers are counted. */
export function ResultsFilter({ view, versions, questions, groups, isRaw, onChoose }: Props) {
  const t = useT()
  const { from = '', to = '', quality, who = '', profile = '' } = view
  const isFiltered = from !== '' || to !== '' || quality !== undefined || who !== '' || profile !== ''
  const isAlone = !isRaw && profile !== ''
  const change = (
    changes: Partial<Record<'from' | 'to' | 'quality' | 'who' | 'profile', string | undefined>>,
  ) => {
    const next = Object.entries({ ...view, ...changes }).filter(([, value]) => value)
    onChoose(Object.fromEntries(next))
  }
  return (
    <section className={classes.filter} aria-label={t('results.filter')}>
      <WhoSelect
        questions={questions}
        value={who}
        isDisabled={isAlone}
        onChange={(chosen) => change({ who: chosen })}
      />
      {groups.length > 0 && (
        <GroupSelect
          groups={groups}
          value={profile}
          onChange={(chosen) => {
            const { version, tab } = view
            const only = { ...(version && { version }), ...(tab && { tab }) }
            if (isRaw) change({ profile: chosen })
            else onChoose({ ...only, ...(chosen && { profile: chosen }) })
          }}
        />
      )}
      {isRaw && (
        <NativeSelect
          label={t('results.quality')}
          value={quality ?? 'accepted'}
          onChange={({ currentTarget }) =>
            change({ quality: currentTarget.value === 'all' ? 'all' : undefined })
          }
          data={[
            { value: 'accepted', label: t('results.qualityAccepted') },
            { value: 'all', label: t('results.qualityAll') },
          ]}
        />
      )}
      {versions.length > 1 && (
        <NativeSelect
          label={t('results.version')}
          value={String(view.version ?? versions[0])}
          onChange={({ currentTarget }) => onChoose({ ...view, version: Number(currentTarget.value) })}
          data={versions.map(String)}
        />
      )}
      <DayField
        label={t('analytics.from')}
        disabled={isAlone}
        value={from}
        onChange={({ currentTarget }) => change({ from: currentTarget.value })}
      />
      <DayField
        label={t('analytics.to')}
        disabled={isAlone}
        value={to}
        onChange={({ currentTarget }) => change({ to: currentTarget.value })}
      />
      {isFiltered && (
        <Button variant="subtle" onClick={() => onChoose(view.tab ? { tab: view.tab } : {})}>
          {t('results.clear')}
        </Button>
      )}
    </section>
  )
}
