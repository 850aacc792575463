import type { Survey } from '@chuma/contract/surveys/surveys'
import { NativeSelect, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { categoryLabel } from '../category-label.ts'
import { FilterButton } from './filter-button.tsx'
import {
  AVAILABLE,
  countFilters,
  isOwnActivity,
  isSurveyActivity,
  isSurveyOrder,
  listCategories,
  listCountries,
  ORDERS,
  OWN,
  type SurveyFilter,
  type SurveySearch,
} from './survey-filter.ts'
import { SurveySides } from './survey-sides.tsx'
import classes from './survey-tools.module.css'

type Props = { surveys: Survey[]; filter: SurveyFilter; onFilter: (change: SurveySearch) => void }

export function SurveyTools({ surveys, filter, onFilter }: Props) {
  const isPhone = useMediaQuery('(width < 48em)', undefined, { getInitialValueInEffect: false }) ?? false
  const fields = <FilterFields surveys={surveys} filter={filter} onFilter={onFilter} />
  return (
    <>
      <SurveySides
        isOwn={isOwnActivity(filter.activity)}
        onChange={(isOwn) => onFilter({ activity: isOwn ? 'mine' : 'all' })}
      />
      <search className={classes.tools}>
        <SearchField value={filter.q} onSearch={(q) => onFilter({ q })} />
        {isPhone ? <FilterButton used={countFilters(filter)}>{fields}</FilterButton> : fields}
      </search>
    </>
  )
}

function FilterFields({ surveys, filter, onFilter }: Props) {
  const t = useT()
  const isOwn = isOwnActivity(filter.activity)
  return (
    <>
      <NativeSelect
        label={t('surveys.activity')}
        data={(isOwn ? OWN : AVAILABLE).map((value) => ({ value, label: t(`surveys.activity.${value}`) }))}
        value={filter.activity}
        onChange={({ currentTarget: { value } }) => isSurveyActivity(value) && onFilter({ activity: value })}
      />
      {/* The member's own surveys are searched by title only and sorted by time. */}
      {!isOwn && <ListFields surveys={surveys} filter={filter} onFilter={onFilter} />}
    </>
  )
}

function ListFields({ surveys, filter, onFilter }: Props) {
  const t = useT()
  const categories = listCategories(surveys).map((value) => ({ value, label: categoryLabel(value, t) }))
  return (
    <>
      <NativeSelect
        label={t('surveys.category')}
        data={[{ value: '', label: t('surveys.anyCategory') }, ...categories]}
        value={filter.category}
        onChange={({ currentTarget: { value } }) => onFilter({ category: value })}
      />
      <NativeSelect
        label={t('surveys.country')}
        data={[{ value: '', label: t('surveys.anyCountry') }, ...listCountries(surveys)]}
        value={filter.country}
        onChange={({ currentTarget: { value } }) => onFilter({ country: value })}
      />
      <NativeSelect
        label={t('surveys.sort')}
        data={ORDERS.map((value) => ({ value, label: t(`surveys.sort.${value}`) }))}
        value={filter.sort}
        onChange={({ currentTarget: { value } }) => isSurveyOrder(value) && onFilter({ sort: value })}
      />
    </>
  )
}

/** While the member types, the field's own value counts: the address follows later and would remove letters. */
function SearchField({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const t = useT()
  const [typed, setTyped] = useState<string>()
  return (
    <TextInput
      label={t('surveys.search')}
      type="search"
      maxLength={100}
      leftSection={<IconSearch aria-hidden size={20} />}
      value={typed ?? value}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onSearch(currentTarget.value)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
