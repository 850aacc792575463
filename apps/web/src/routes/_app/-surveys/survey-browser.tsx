import type { Survey } from '@chuma/contract/surveys'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../../i18n/use-t.ts'
import { SurveyGrid } from '../../../surveys/survey-grid.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { isSurveyOrder, ORDERS, type SurveyOrder, selectSurveys } from './select-surveys.ts'
import classes from './survey-browser.module.css'

/** The list with a search by title and an order of one's own. */
export function SurveyBrowser({ surveys }: { surveys: Survey[] }) {
  const t = useT()
  const [search, setSearch] = useState('')
  const [order, setOrder] = useState<SurveyOrder>('newest')
  const selected = selectSurveys(surveys, { search, order })
  return (
    <>
      <search className={classes.tools}>
        <TextInput
          label={t('surveys.search')}
          type="search"
          leftSection={<IconSearch aria-hidden size={18} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <NativeSelect
          label={t('surveys.sort')}
          data={ORDERS.map((value) => ({ value, label: t(`surveys.sort.${value}`) }))}
          value={order}
          onChange={({ currentTarget: { value } }) => isSurveyOrder(value) && setOrder(value)}
        />
      </search>
      {selected.length > 0 ? (
        <SurveyGrid surveys={selected} />
      ) : (
        <EmptyState
          icon={<IconSearch />}
          title={t('surveys.noMatchTitle')}
          text={t('surveys.noMatchText')}
          action={
            <Button variant="default" onClick={() => setSearch('')}>
              {t('surveys.clearSearch')}
            </Button>
          }
        />
      )}
    </>
  )
}
