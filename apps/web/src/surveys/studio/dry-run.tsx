import {
  type QuestionnaireDryRun,
  ROBOT_RUNS,
} from '@chuma/contract/surveys/questionnaire/questionnaire-desk'
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { StatCard, StatGrid } from '../../ui/figures/stat-card.tsx'
import { Section } from '../../ui/page/section.tsx'
import { QueryView, Skeletons } from '../../ui/states/states.tsx'

/** A robot answers the draft, and the page says what it met. `isReady`: the draft can be published. */
export function DryRun({ surveyId: id, isReady }: { surveyId: string; isReady: boolean }) {
  const t = useT()
  const [isAsked, setAsked] = useState(false)
  const query = trpc.admin.dryRunQuestionnaire.useQuery({ id }, { enabled: isAsked && isReady, staleTime: 0 })
  const isShown = isAsked && isReady
  return (
    <Section title={t('dryRun.title')} text={t('dryRun.text', { count: ROBOT_RUNS })}>
      <div>
        <Button
          variant="default"
          disabled={!isReady}
          loading={query.isFetching}
          onClick={() => (isAsked ? void query.refetch() : setAsked(true))}
        >
          {t('dryRun.start')}
        </Button>
      </div>
      {!isReady && <Text c="dimmed">{t('dryRun.notReady')}</Text>}
      {isShown && (
        <QueryView query={query} skeleton={<Skeletons count={1} height={160} />}>
          {(report) => <Found report={report} />}
        </QueryView>
      )}
    </Section>
  )
}

function Found({ report }: { report: QuestionnaireDryRun }) {
  const t = useT()
  const { completed, screenedOut, stuck, questions, seconds } = report
  const findings = listFindings(report, t)
  const minutes = (of: number) => Math.max(1, Math.round(of / 60))
  return (
    <>
      <StatGrid label={t('dryRun.title')}>
        <StatCard label={t('dryRun.completed')} note={t('dryRun.others', { screenedOut, stuck })}>
          {completed}
        </StatCard>
        <StatCard label={t('dryRun.questions')} note={t('dryRun.most', { most: String(questions.p90) })}>
          {questions.median}
        </StatCard>
        <StatCard
          label={t('dryRun.length')}
          note={t('dryRun.most', { most: t('surveys.minutes', { minutes: minutes(seconds.p90) }) })}
        >
          {t('surveys.minutes', { minutes: minutes(seconds.median) })}
        </StatCard>
      </StatGrid>
      {findings.length === 0 ? (
        <Text>{t('dryRun.nothing')}</Text>
      ) : (
        <ul className={blocks.list} aria-label={t('dryRun.found')}>
          {findings.map((finding) => (
            <li key={finding}>{finding}</li>
          ))}
        </ul>
      )}
    </>
  )
}

function listFindings(report: QuestionnaireDryRun, t: ReturnType<typeof useT>): string[] {
  const { neverAsked, neverOffered, stuckAt, emptyCells } = report
  return [
    ...stuckAt.map(({ question, runs: count }) => t('dryRun.stuckAt', { question, count })),
    ...neverAsked.map((question) => t('dryRun.neverAsked', { question })),
    ...neverOffered.map((each) => t('dryRun.neverOffered', each)),
    ...emptyCells.map(({ id, target }) => t('dryRun.emptyCell', { cell: id.replaceAll('|', ' · '), target })),
  ]
}
