import { Button } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { Panel } from '../../ui/page/page.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { QueryView, ResultCount, Skeletons } from '../../ui/states/states.tsx'
import { selectAttempts } from '../browse/survey-cards.tsx'
import type { OwnActivity } from '../browse/survey-filter.ts'
import { AttemptList } from './attempt-list.tsx'
import { useUserSurveys } from './survey-action.tsx'

type Props = { q: string; activity: OwnActivity; onShowAll: () => void }

/** The surveys the member has started or finished, including ones that are no longer offered. */
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
              <AttemptList
                attempts={selected}
                label={t(activity === 'mine' ? 'surveys.mine' : `surveys.activity.${activity}`)}
                headingOrder={2}
              />
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
