import { Button } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useT } from '../../../i18n/use-t.ts'
import { AttemptList } from '../../../surveys/attempt-list.tsx'
import { useUserSurveys } from '../../../surveys/use-user-surveys.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { ResultCount } from '../../../ui/result-count.tsx'
import { Skeletons } from '../../../ui/skeletons.tsx'
import { selectAttempts } from './select-surveys.ts'

type Props = { q: string; activity: 'begun' | 'finished'; onShowAll: () => void }

/** What the member has begun, or what is over for him: also surveys that are no longer offered. */
export function OwnSurveys({ q, activity, onShowAll }: Props) {
  const t = useT()
  const attempts = useUserSurveys()
  return (
    <>
      <ResultCount count={attempts.data && selectAttempts(attempts.data, { q, activity }).length} />
      <QueryView query={attempts} skeleton={<Skeletons count={3} height={110} />}>
        {(all) => {
          const selected = selectAttempts(all, { q, activity })
          return selected.length > 0 ? (
            <Panel>
              <AttemptList attempts={selected} label={t(`surveys.activity.${activity}`)} headingOrder={2} />
            </Panel>
          ) : (
            <EmptyState
              icon={<IconListCheck />}
              title={t(q ? 'surveys.noMatchTitle' : `surveys.none.${activity}`)}
              text={t(q ? 'surveys.noMatchText' : 'surveys.noneText')}
              action={
                <Button variant="default" onClick={onShowAll}>
                  {t('surveys.clearSearch')}
                </Button>
              }
            />
          )
        }}
      </QueryView>
    </>
  )
}
